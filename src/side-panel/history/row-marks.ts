import { agents as agentsItem, type Agent } from '../../store/agents.ts'
import { findUndoable, type RowMarks } from '../../store/first-look.ts'
import { shares as sharesItem, type Share } from '../../store/shares.ts'
import { undoableCalls, type UndoableCall } from '../../store/undoable-calls.ts'

/** Calls once all of them are known, and with every change. */
export function watchRowMarks(listener: (marks: RowMarks) => void, signal: AbortSignal): void {
  let agents: Record<string, Agent> | undefined
  let calls: Map<string, UndoableCall> | undefined
  let shares: Record<string, Share> | undefined
  const tell = (): void => {
    if (agents && calls && shares) listener({ agents, undoable: findUndoable(calls, shares) })
  }
  agentsItem.watch((next) => {
    agents = next
    tell()
  }, signal)
  undoableCalls.watch((next) => {
    calls = next
    tell()
  }, signal)
  sharesItem.watch((next) => {
    shares = next
    tell()
  }, signal)
}
