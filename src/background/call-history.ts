import type { ToolResult } from '../core/result.ts'
import { updateHistory, type HistoryEntry } from '../store/history.ts'
import type { OpenCall } from '../store/pending-confirmations.ts'

/** What the history says of a call whatever becomes of it. */
export type CallFacts = Pick<
  OpenCall,
  | 'callId'
  | 'caller'
  | 'agent'
  | 'origin'
  | 'topOrigin'
  | 'documentId'
  | 'tabId'
  | 'tool'
  | 'title'
  | 'undoOf'
  | 'decidedBy'
  | 'createdAt'
  | 'isIncognito'
>

/** Nothing of an incognito tab is written to disk. */
export async function recordHistory(call: CallFacts, facts: Partial<HistoryEntry>): Promise<void> {
  if (call.isIncognito) return
  await updateHistory(call.callId, (earlier) => {
    // A step of the page that is written while the worker ends the call.
    const isLate = earlier?.state === 'settled' && facts.state !== 'settled'
    return isLate ? undefined : entryOf(call, earlier, facts)
  })
}

function entryOf(
  call: CallFacts,
  earlier: HistoryEntry | undefined,
  facts: Partial<HistoryEntry>,
): HistoryEntry {
  const { callId, caller, origin, topOrigin, documentId, tabId, tool, title, undoOf, decidedBy } = call
  const { isWithinRun: _, ...kept } = earlier ?? {}
  return {
    ...kept,
    callId,
    startedAt: call.createdAt,
    caller,
    agentId: call.agent?.agentId ?? null,
    agentName: call.agent?.name ?? null,
    origin,
    topOrigin,
    documentId,
    tabId,
    tool,
    ...(title === undefined ? {} : { title }),
    ...(undoOf === undefined ? {} : { undoOf }),
    ...(decidedBy === undefined ? {} : { decidedBy }),
    state: 'running',
    ...facts,
  }
}

export function settledFacts(result: ToolResult): Partial<HistoryEntry> & { state: 'settled' } {
  const facts = { state: 'settled', status: result.status } as const
  if (result.status === 'refused') return { ...facts, code: result.code, message: result.message }
  if (result.status === 'error') return { ...facts, message: result.message }
  if (result.status !== 'cancelled') return facts
  return { ...facts, by: result.by, ...(result.note === undefined ? {} : { note: result.note }) }
}

/** A call that the worker itself refused before any page saw it: it is history too. */
export const recordRefused = (call: CallFacts, result: ToolResult): Promise<void> =>
  recordHistory(call, settledFacts(result))

export const recordUndone = (callId: string, undoneBy: string): Promise<void> =>
  updateHistory(callId, (entry) => entry && { ...entry, undoneBy })
