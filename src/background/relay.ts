import { heldCallsPerAgent, joinedCallsPerAgent } from '../core/limits.ts'
import { cancelled, refuse, type ToolResult } from '../core/result.ts'
import { sendToDocument } from '../protocol/send.ts'
import { agents } from '../store/agents.ts'
import { findOutcomeOfCall, personId } from '../store/outcomes.ts'
import { openCalls, type OpenCall } from '../store/pending-confirmations.ts'
import { isPaused, readSettings } from '../store/settings.ts'
import type { Share } from '../store/shares.ts'
import { cancelCall, findOpenCalls, isUndecided, settleIfLeft } from './call-ending.ts'
import { callForOrder, factsOfOrder } from './call-for-order.ts'
import { recordRefused } from './call-history.ts'
import type { CallOrder } from './call-order.ts'
import { decideCall, type CallDecision } from './call-policy.ts'
import { recordSent, recordState, settleCall, takeSettled } from './call-records.ts'
import { noteGrantsUsed } from './grants.ts'
import { findTool, readToolsAgain, type FrameTool, type MissingTool } from './known-tools.ts'
import { whenPresent } from './page-arrival.ts'
import { pageRefusals, readOnlySite } from './page-refusals.ts'
import { findPage } from './sharing.ts'

type Dispatch = { order: CallOrder; isWithdrawn: boolean; started: Promise<ToolResult | null> }

// Two messages of one call at the same moment are one call; what is stored tells later ones.
const underWay = new Map<string, Dispatch>()

/**
 * Every call goes through here, whoever starts it. null: it was started (or was already), and its outcome comes by the
 * page's updates. The same call id is never started twice.
 */
export function startCall(order: CallOrder): Promise<ToolResult | null> {
  const same = underWay.get(order.callId)
  if (same) return same.started
  const started = startUnlessKnown(order).finally(() => underWay.delete(order.callId))
  underWay.set(order.callId, { order, isWithdrawn: false, started })
  return started
}

/** Whoever asked for it has no answer yet. */
export const isUnderWay = ({ callId }: Pick<OpenCall, 'callId'>): boolean => underWay.has(callId)

/** Its agent gave up on a call that its page may not have heard of yet: it is not to be sent, or ends on arrival. */
export function withdrawUnderWay(agentId: string, callId: string): void {
  const dispatch = underWay.get(callId)
  if (dispatch?.order.agent?.agentId === agentId) dispatch.isWithdrawn = true
}

const isWithdrawn = ({ callId }: Pick<OpenCall, 'callId'>): boolean =>
  underWay.get(callId)?.isWithdrawn === true

async function startUnlessKnown(order: CallOrder): Promise<ToolResult | null> {
  if (await isKnown(order)) return null
  const known = await findPage(order.page)
  if (!known) return pageRefusals.unknown
  const refusal = await findPageRefusal(order, known)
  if (refusal) return refuseOrder(order, known, refusal)
  const share = await whenPresent(known)
  const found = await findToolFor(order, share)
  if (typeof found === 'string') return refuseOrder(order, share, missingTool(order, share, found))
  return decideAndDispatch(order, share, found)
}

/** A page's own assistant has no tools but its document's. */
async function findToolFor(order: CallOrder, share: Share): Promise<FrameTool | MissingTool> {
  const found = await findTool(share, order.tool)
  if (typeof found === 'string' || order.documentId === undefined) return found
  return found.frame.documentId === order.documentId ? found : 'unknown'
}

async function findPageRefusal(order: CallOrder, share: Share): Promise<ToolResult | undefined> {
  const [isAgentsPaused, isAllowed] = await Promise.all([isPaused.read(), mayAct(order)])
  if (order.caller !== 'human' && isAgentsPaused)
    return refuse('paused', 'The person has paused all agents. Ask them to resume.')
  if (!isAllowed) return refuse('not_paired', 'The person has blocked this agent or forgotten it.')
  return share.suspendedAt === undefined ? undefined : pageRefusals.suspended
}

async function mayAct({ agent: shown }: CallOrder): Promise<boolean> {
  const agent = shown && (await agents.read())[shown.agentId]
  return shown === null || (agent !== undefined && agent?.isBlocked !== true)
}

/**
 * Asked again once the call is recorded: whoever paused, blocked or stopped sharing meanwhile ended the calls that were
 * recorded then, and this one may not have been among them.
 */
async function findLateEnd(order: CallOrder, call: OpenCall): Promise<ToolResult | undefined> {
  const share = await findPage(call.page)
  if (!share?.frames.some(({ documentId }) => documentId === call.documentId)) return pageRefusals.unreachable
  return (await findPageRefusal(order, share)) ?? (isWithdrawn(call) ? cancelled('signal') : undefined)
}

/** A refusal on a page that is known belongs to its history. */
async function refuseOrder(order: CallOrder, share: Share, refusal: ToolResult): Promise<ToolResult> {
  await recordRefused(factsOfOrder(order, share), refusal)
  return refusal
}

export const isKnown = async ({ callId, agent }: Pick<CallOrder, 'callId' | 'agent'>): Promise<boolean> =>
  (await openCalls.find(callId)) !== undefined ||
  (await findOutcomeOfCall(agent?.agentId ?? personId, callId)) !== undefined

function missingTool({ tool, rev }: CallOrder, share: Share, missing: MissingTool): ToolResult {
  const wasThere = rev !== undefined && rev < share.rev && share.goneTools.includes(tool)
  if (wasThere)
    return refuse('stale', `The page changed and \`${tool}\` is gone. Call list_tools again.`, {
      rev: share.rev,
    })
  return missing === 'unknown'
    ? refuse('unknown_tool', `No tool \`${tool}\` on this page. Call list_tools.`, { rev: share.rev })
    : pageRefusals[missing]
}

async function decideAndDispatch(
  order: CallOrder,
  share: Share,
  found: FrameTool,
  attempts = 3,
): Promise<ToolResult | null> {
  const decision = await decideCall(order, share, found)
  const call = callForOrder(order, share, found, decision)
  const admission = decision.kind === 'refuse' ? readOnlySite : await admit(call)
  if (typeof admission === 'object') return refuseCall(call, admission)
  const late = await findLateEnd(order, call)
  if (late) return endAtOnce(call, late)
  const answer = await dispatch(call, order.input, { ...decision, isJoining: admission === 'joining' })
  if (answer !== 'redefined') return null
  // A page may redefine a tool as often as it is asked.
  const again = attempts > 1 ? await findRedefined(share, found) : undefined
  return again ? decideAndDispatch(order, share, again, attempts - 1) : endAtOnce(call, redefined)
}

const redefined = refuse('stale', 'The page changed this tool meanwhile. Call list_tools again.')

/** Where its tool was redefined it is recorded as sent already. */
async function refuseCall(call: OpenCall, refusal: ToolResult): Promise<ToolResult | null> {
  if (await openCalls.find(call.callId)) return endAtOnce(call, refusal)
  await recordRefused(call, refusal)
  return refusal
}

async function endAtOnce(call: OpenCall, result: ToolResult): Promise<null> {
  await settleCall(call, result)
  return null
}

// One after another, so that calls at the same moment are counted among those that wait.
let lastAdmission: Promise<unknown> = Promise.resolve()

/** `joining`: its agent has as many cards as it may, and its document alone can tell whether it needs one. */
type Admission = 'free' | 'joining' | ToolResult

/** Records the call as sent, unless its agent has too many that wait for the person. */
function admit(call: OpenCall): Promise<Admission> {
  const admission = lastAdmission.then(async () => {
    const room = call.isToHold ? await findRoom(call) : 'free'
    if (typeof room === 'string') await recordSent(call)
    return room
  })
  lastAdmission = admission.catch(() => undefined)
  return admission
}

const tooManyHeld = refuse(
  'busy',
  'Too many calls wait for the person already. Wait for their outcomes first.',
)

/** Each document counts its own; an agent's calls on all pages are counted here. */
async function findRoom({ agent, callId }: OpenCall): Promise<Admission> {
  if (!agent) return 'free'
  const isOther = (call: OpenCall): boolean =>
    call.callId !== callId && call.agent?.agentId === agent.agentId && isUndecided(call)
  const others = await findOpenCalls(isOther)
  if (others.length >= heldCallsPerAgent + joinedCallsPerAgent) return tooManyHeld
  const cards = new Set(others.map((other) => other.pending?.confirmId ?? other.callId))
  return cards.size >= heldCallsPerAgent ? 'joining' : 'free'
}

async function findRedefined(share: Share, { frame, entry }: FrameTool): Promise<FrameTool | undefined> {
  const entries = await readToolsAgain({ tabId: share.tabId, documentId: frame.documentId })
  const current = entries?.find(({ name }) => name === entry.name)
  return current && { frame, entry: current }
}

/** An earlier worker sent it and stopped before that was stored; its page may have told the end already. */
async function askAgain(call: OpenCall): Promise<void> {
  const answer = await sendToDocument(call, 'call.states', { callIds: [call.callId] })
  const state = answer.ok && answer.value.find(({ callId }) => callId === call.callId)?.update
  if (!state) return
  if (state.state === 'settled') await takeSettled(call, state)
  else await recordState(call.callId, state)
}

/** The page's answer; one that is late is no failure: the call's state comes by its updates, or by its document's end. */
async function dispatch(
  call: OpenCall,
  input: unknown,
  decision: CallDecision & { isJoining: boolean },
): Promise<'accepted' | 'redefined'> {
  const answer = await sendToDocument(call, 'call.start', {
    callId: call.callId,
    caller: call.caller,
    agentId: call.agent?.agentId ?? null,
    tool: call.bareTool,
    input,
    decision: decision.kind === 'run' ? 'run' : 'hold',
    isJoining: decision.isJoining,
    definitionHash: call.definitionHash,
    confirmationTtlMs: (await readSettings()).confirmationTtlMs,
  })
  if (answer.ok) {
    if (answer.value === 'redefined') return 'redefined'
    // Nobody waits for it, and without it nothing is wrong.
    void noteGrantsUsed(decision.grantIds)
    if (typeof answer.value === 'object') await takeSettled(call, answer.value)
    else if (answer.value === 'duplicate') await askAgain(call)
    else if (isWithdrawn(call) && (call.isToHold || call.isReadOnly)) await cancelCall(call, 'signal')
  } else if (answer.reason === 'timeout') await settleIfLeft(call)
  else await settleCall(call, pageRefusals.unreachable)
  return 'accepted'
}
