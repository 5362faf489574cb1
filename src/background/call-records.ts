import type { CallRecord, CallState, SettledState } from '../core/call.ts'
import { createDeferred } from '../core/deferred.ts'
import { cutText } from '../core/display-text.ts'
import { summaryMaxLength } from '../core/limits.ts'
import { refuse, type ToolResult } from '../core/result.ts'
import { sendToDocument } from '../protocol/send.ts'
import { originsRead } from '../store/grants.ts'
import {
  findOutcomeOfCall,
  personId,
  tellOutcomeEarly,
  writeOutcome,
  type Outcome,
} from '../store/outcomes.ts'
import { openCalls, type OpenCall } from '../store/pending-confirmations.ts'
import { shares } from '../store/shares.ts'
import { undoableCalls } from '../store/undoable-calls.ts'
import { toAgentResult } from './agent-result.ts'
import { recordHistory, recordUndone, settledFacts } from './call-history.ts'
import { fitRecord } from './fit-record.ts'

/** A call moved on, or settled with this outcome; its record is stored already. */
export type CallMove = { call: OpenCall; outcome?: Outcome }

// Listeners are registered in main's synchronous block, anew at each start of the worker.
const listeners: ((move: CallMove) => void)[] = []
export const watchCallMoves = (listener: (move: CallMove) => void): void => {
  listeners.push(listener)
}
const announce = (move: CallMove): void => listeners.forEach((listener) => listener(move))

/** A read that runs unasked is written down where it takes longer than this, in milliseconds, else when it has settled. */
const quickReadMs = 100

/** Before a call is sent to its page, so that whatever becomes of it is known. */
export async function recordSent(call: OpenCall): Promise<void> {
  if (isRead(call) && !call.isToHold) {
    await openCalls.addSoon(call.callId, fitRecord(call), quickReadMs)
    setTimeout(() => void recordRunning(call), quickReadMs)
  } else {
    await Promise.all([
      openCalls.update(call.callId, () => fitRecord(call)),
      recordHistory(call, { state: 'running' }),
    ])
  }
}

async function recordRunning(call: OpenCall): Promise<void> {
  if (await openCalls.find(call.callId)) await recordHistory(call, { state: 'running' })
}

const isRead = ({ isReadOnly, undoOf }: OpenCall): boolean => isReadOnly && undoOf === undefined

/** The page says where a call stands. False: the worker knows no such open call. */
export async function recordState(callId: string, state: CallState): Promise<boolean> {
  if (state.state === 'settled') {
    const call = await openCalls.find(callId)
    if (call) await settleCall(call, state.result, state.record)
    return call !== undefined
  }
  const call = await openCalls.update(callId, (current) => current && fitRecord(withState(current, state)))
  if (!call) return false
  const summary = call.pending?.summary
  // A card shows the agent what the page holds, whatever the person decides.
  if (call.agent && call.pending) await noteOriginRead(call.agent.agentId, call.origin)
  await recordHistory(call, {
    state: call.state === 'running' ? 'running' : 'held',
    ...(call.state === 'asking' ? { isWithinRun: true } : {}),
    ...(summary === undefined ? {} : { summary }),
  })
  announce({ call })
  return true
}

function withState(call: OpenCall, state: Exclude<CallState, { state: 'settled' }>): OpenCall {
  if (state.state !== 'running') {
    const { confirmId, expiresAt, card, digest } = state
    const summary = cutText(card.summary, summaryMaxLength)
    return { ...call, state: state.state, pending: { confirmId, expiresAt, digest, summary, card } }
  }
  const { pending, isDecided, ...rest } = call
  return {
    ...rest,
    state: 'running',
    ...(isDecided ? { decidedBy: 'person' } : {}),
    ...(pending === undefined ? {} : { confirmId: call.confirmId ?? pending.confirmId }),
    ...(state.edited === undefined ? {} : { edited: state.edited }),
  }
}

/**
 * `told`: the agent may have the outcome. That of a read it may have at once: it cannot undo it, and the history is written
 * again where the worker stops before it is. `stored`: the outcome and the history are, and the call is not open any more.
 */
type Settling = { told: Promise<void>; stored: Promise<void> }

// A call settles once, whoever says so first: the page, a navigation, the end of sharing.
const settlings = new Map<string, Settling>()

/** The page's own end of a call, in answer to a message of the worker; once it is stored, the page may forget it. */
export async function takeSettled(call: OpenCall, { result, record }: SettledState): Promise<void> {
  const { told, stored } = startSettling(call, result, record)
  void stored.then(() => sendToDocument(call, 'call.acknowledge', { callIds: [call.callId] }))
  await told
}

/** Writes the outcome and the history, and only then forgets that the call is open. */
export const settleCall = (call: OpenCall, result: ToolResult, record?: CallRecord): Promise<void> =>
  startSettling(call, result, record).stored

function startSettling(call: OpenCall, result: ToolResult, record?: CallRecord): Settling {
  const running = settlings.get(call.callId)
  if (running) return running
  const told = createDeferred<void>()
  const stored = withRev(call, result)
    .then((complete) =>
      writeSettled(withDecider(call, result), complete, { record, tell: () => told.resolve() }),
    )
    .finally(() => {
      settlings.delete(call.callId)
      told.resolve()
    })
  const settling = { told: told.promise, stored }
  settlings.set(call.callId, settling)
  return settling
}

/** Whoever's decision is under way decided, unless the page refused to take it. */
const withDecider = (call: OpenCall, { status }: ToolResult): OpenCall =>
  call.isDecided && status !== 'refused' ? { ...call, decidedBy: 'person' } : call

/** A page knows its tools but not its rev. */
async function withRev(call: OpenCall, result: ToolResult): Promise<ToolResult> {
  if (result.status !== 'refused' || !['stale', 'unknown_tool'].includes(result.code)) return result
  const rev = (await shares.read())[call.page]?.rev
  return rev === undefined ? result : refuse(result.code, result.message, { rev })
}

async function writeSettled(
  call: OpenCall,
  result: ToolResult,
  { record, tell }: { record: CallRecord | undefined; tell: () => void },
): Promise<void> {
  const owner = call.agent?.agentId ?? personId
  const earlier = await findOutcomeOfCall(owner, call.callId)
  const outcome = earlier ?? outcomeOf(call, owner, result)
  if (!earlier) {
    const effects = noteEffects(call, result, record)
    if (isRead(call)) {
      await effects
      tellOutcomeEarly(outcome)
      announce({ call, outcome })
      tell()
    }
    await Promise.all([
      effects,
      recordHistory(call, { ...settledFacts(result), ...(record ? { record } : {}) }),
    ])
    // The outcome last: where the worker stops before it, all of this is done again.
    await writeOutcome(outcome, call.isIncognito === true)
  }
  if (!(await openCalls.find(call.callId))) return
  await openCalls.update(call.callId, () => undefined)
  if (earlier || !isRead(call)) announce({ call, outcome })
}

const confirmIdOf = (call: OpenCall): { confirmId?: string } => {
  const confirmId = call.confirmId ?? call.pending?.confirmId
  return confirmId === undefined ? {} : { confirmId }
}

const outcomeOf = (call: OpenCall, agentId: string, result: ToolResult): Outcome => ({
  callId: call.callId,
  ...confirmIdOf(call),
  agentId,
  page: call.page,
  tool: call.tool,
  result: toAgentResult(result),
  isUntrusted: call.isUntrusted,
  ...(call.edited === undefined ? {} : { edited: call.edited }),
  isFetched: false,
  settledAt: Date.now(),
})

async function noteEffects(call: OpenCall, result: ToolResult, record?: CallRecord): Promise<void> {
  if (call.agent && carriesPage(result, record)) await noteOriginRead(call.agent.agentId, call.origin)
  if (call.undoOf !== undefined) await noteUndone(call, result)
  if (!record?.canUndo) return
  await undoableCalls.update(call.callId, () => ({
    callId: call.callId,
    agentId: call.agent?.agentId ?? null,
    page: call.page,
    tabId: call.tabId,
    frameId: call.frameId,
    documentId: call.documentId,
    origin: call.origin,
    topOrigin: call.topOrigin,
    tool: call.tool,
    bareTool: call.bareTool,
    ...(call.title === undefined ? {} : { title: call.title }),
    isAsking: call.decidedBy === 'person' && call.isUndoUnasked !== true,
    isIncognito: call.isIncognito === true,
    settledAt: Date.now(),
  }))
}

/** The page's own words or values; an error without a record is the worker's. */
const carriesPage = ({ status }: ToolResult, record: CallRecord | undefined): boolean =>
  status === 'ok' || (record !== undefined && (status === 'error' || status === 'invalid'))

const noteOriginRead = (agentId: string, origin: string): Promise<unknown> =>
  originsRead.update((all) => {
    const origins = all[agentId] ?? []
    return origins.includes(origin) ? all : { ...all, [agentId]: [...origins, origin] }
  })

async function noteUndone(call: OpenCall, result: ToolResult): Promise<void> {
  if (result.status !== 'ok' || call.undoOf === undefined) return
  await undoableCalls.update(call.undoOf, () => undefined)
  await recordUndone(call.undoOf, call.callId)
}
