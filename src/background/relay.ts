import { heldCallsPerAgent } from '../core/limits.ts'
import { refuse, type ToolResult } from '../core/result.ts'
import type { ToolEntry } from '../core/tool-manifest.ts'
import { sendToDocument } from '../protocol/send.ts'
import { agents } from '../store/agents.ts'
import { findOutcome, personId } from '../store/outcomes.ts'
import { openCalls, type OpenCall } from '../store/pending-confirmations.ts'
import { isPaused, readSettings } from '../store/settings.ts'
import type { Share } from '../store/shares.ts'
import type { CallOrder } from './call-order.ts'
import { decideCall, type CallDecision } from './call-policy.ts'
import { findOpenCalls, isWaiting, settleIfLeft } from './call-ending.ts'
import { recordRefused, recordSent, settleCall } from './call-records.ts'
import { seenOf } from './grants.ts'
import { findTool, readToolsAgain, type FrameTool } from './known-tools.ts'
import { findPage } from './sharing.ts'

/**
 * Every call goes through here, whoever starts it. null: it was started (or was already), and its outcome comes by the
 * page's updates. The same call id is never started twice.
 */
export function startCall(order: CallOrder): Promise<ToolResult | null> {
  const same = underWay.get(order.callId)
  if (same) return same
  const started = startUnlessKnown(order).finally(() => underWay.delete(order.callId))
  underWay.set(order.callId, started)
  return started
}

// Two messages of one call at the same moment are one call; what is stored tells later ones.
const underWay = new Map<string, Promise<ToolResult | null>>()

async function startUnlessKnown(order: CallOrder): Promise<ToolResult | null> {
  if (await isKnown(order)) return null
  const share = await findPage(order.page)
  if (!share) return pageUnavailable
  const refusal = await findPageRefusal(order, share)
  if (refusal) return refuseOnPage(order, share, refusal)
  const found = await findTool(share, order.tool)
  const isReachable = order.documentId === undefined || order.documentId === found?.frame.documentId
  if (!found || !isReachable) return refuseOnPage(order, share, missingTool(share, order))
  return decideAndDispatch(order, share, found)
}

async function findPageRefusal(order: CallOrder, share: Share): Promise<ToolResult | undefined> {
  const [isAgentsPaused, isAllowed] = await Promise.all([isPaused.read(), mayAct(order)])
  if (order.caller !== 'human' && isAgentsPaused)
    return refuse('paused', 'The person has paused all agents. Ask them to resume.')
  if (!isAllowed) return refuse('not_paired', 'The person has blocked this agent or forgotten it.')
  return share.suspendedAt === undefined ? undefined : pageSuspended
}

async function mayAct({ agent: shown }: CallOrder): Promise<boolean> {
  const agent = shown && (await agents.read())[shown.agentId]
  return shown === null || (agent !== undefined && agent?.isBlocked !== true)
}

/**
 * Asked again once the call is recorded: whoever paused, blocked or stopped sharing meanwhile ended the calls that were
 * recorded then, and this one may not have been among them.
 */
async function findLateRefusal(order: CallOrder, call: OpenCall): Promise<ToolResult | undefined> {
  const share = await findPage(call.page)
  if (!share?.frames.some(({ documentId }) => documentId === call.documentId)) return unreachable
  return findPageRefusal(order, share)
}

/** A refusal on a page that is known belongs to its history. */
async function refuseOnPage(order: CallOrder, share: Share, refusal: ToolResult): Promise<ToolResult> {
  await recordRefused(
    {
      callId: order.callId,
      caller: order.caller,
      agent: order.agent,
      origin: share.origins[0] ?? '',
      topOrigin: share.origins[0] ?? '',
      documentId: '',
      tabId: share.tabId,
      tool: order.tool,
      createdAt: Date.now(),
      isIncognito: share.isIncognito,
    },
    refusal,
  )
  return refusal
}

const pageUnavailable = refuse(
  'page_unavailable',
  'No such shared page. Call list_pages; ask the person to share the tab if it is not there.',
)
const pageSuspended = refuse(
  'page_unavailable',
  'The page left the shared site. It comes back by itself when the person returns to it.',
)

export const isKnown = async ({ callId, agent }: Pick<CallOrder, 'callId' | 'agent'>): Promise<boolean> =>
  (await openCalls.find(callId)) !== undefined ||
  (await findOutcome(agent?.agentId ?? personId, callId)) !== undefined

function missingTool(share: Share, { tool, rev }: CallOrder): ToolResult {
  const wasThere = rev !== undefined && rev < share.rev && share.goneTools.includes(tool)
  return wasThere
    ? refuse('stale', `The page changed and \`${tool}\` is gone. Call list_tools again.`, { rev: share.rev })
    : refuse('unknown_tool', `No tool \`${tool}\` on this page. Call list_tools.`, { rev: share.rev })
}

async function decideAndDispatch(
  order: CallOrder,
  share: Share,
  found: FrameTool,
  attempts = 3,
): Promise<ToolResult | null> {
  const decision = await decideCall(order, share, found)
  const call = openCallFor(order, share, found, decision)
  if (decision.kind === 'refuse') {
    await recordRefused(call, notAllowed)
    return notAllowed
  }
  if (decision.kind === 'hold' && (await hasTooManyHeld(call))) return refuseOnPage(order, share, tooManyHeld)
  await recordSent(call)
  const late = await findLateRefusal(order, call)
  if (late) return settleRefused(call, late)
  const answer = await dispatch(call, order.input, decision)
  if (answer !== 'redefined') return null
  // A page may redefine a tool as often as it is asked.
  const again = attempts > 1 ? await findRedefined(share, found) : undefined
  return again ? decideAndDispatch(order, share, again, attempts - 1) : settleRefused(call, redefined)
}

const redefined = refuse('stale', 'The page changed this tool meanwhile. Call list_tools again.')

async function settleRefused(call: OpenCall, refusal: ToolResult): Promise<null> {
  await settleCall(call, refusal)
  return null
}

const tooManyHeld = refuse(
  'busy',
  'Too many calls wait for the person already. Wait for their outcomes first.',
)

/** Each document counts its own; an agent's calls on all pages are counted here. */
const hasTooManyHeld = async ({ agent }: OpenCall): Promise<boolean> =>
  agent !== null &&
  (await findOpenCalls((call) => isWaiting(call) && call.agent?.agentId === agent.agentId)).length >=
    heldCallsPerAgent

async function findRedefined(share: Share, { frame, entry }: FrameTool): Promise<FrameTool | undefined> {
  const entries = await readToolsAgain({ tabId: share.tabId, documentId: frame.documentId })
  const current = entries.find(({ name }) => name === entry.name)
  return current && { frame, entry: current }
}

/** The page's answer; one that is late is no failure: the call's state comes by its updates, or by its document's end. */
async function dispatch(
  call: OpenCall,
  input: unknown,
  decision: CallDecision,
): Promise<'accepted' | 'redefined'> {
  const answer = await sendToDocument(call, 'call.start', {
    callId: call.callId,
    caller: call.caller,
    agentId: call.agent?.agentId ?? null,
    tool: call.bareTool,
    input,
    decision: decision.kind === 'run' ? 'run' : 'hold',
    definitionHash: call.definitionHash,
    confirmationTtlMs: (await readSettings()).confirmationTtlMs,
  })
  if (answer.ok) return answer.value === 'redefined' ? 'redefined' : 'accepted'
  if (answer.reason !== 'timeout') await settleCall(call, unreachable)
  else await settleIfLeft(call)
  return 'accepted'
}

const notAllowed = refuse('not_allowed', 'The person lets agents only read on this site.')
const unreachable = refuse('page_unavailable', 'The page does not answer. It may have been left or reloaded.')

function openCallFor(order: CallOrder, share: Share, found: FrameTool, decision: CallDecision): OpenCall {
  const { frame, entry } = found
  return {
    callId: order.callId,
    caller: order.caller,
    agent: order.agent,
    page: share.page,
    tabId: share.tabId,
    frameId: frame.frameId,
    documentId: frame.documentId,
    origin: frame.origin,
    topOrigin: share.origins[0] ?? frame.origin,
    tool: order.tool,
    bareTool: entry.name,
    ...toolFacts(entry),
    state: 'sent',
    createdAt: Date.now(),
    isIncognito: share.isIncognito,
    isConsequential: decision.isConsequential,
    decidedBy: decision.decidedBy,
    remember: decision.remember,
    ...(decision.crossingFrom.length > 0 ? { crossingFrom: decision.crossingFrom } : {}),
    ...(decision.redefinition ? { redefinition: decision.redefinition } : {}),
  }
}

const toolFacts = (entry: ToolEntry) => ({
  title: entry.title,
  kind: entry.kind,
  isReadOnly: entry.hints.readOnly === true,
  isUntrusted: entry.hints.untrustedContent === true,
  definitionHash: entry.definitionHash,
  target: entry.target,
  isUndoUnasked: entry.isUndoUnasked,
  seen: seenOf(entry),
})
