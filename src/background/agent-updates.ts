import type { ToolResult } from '../core/result.ts'
import type { AgentUpdate } from '../protocol/agent-link.ts'
import { findOutcome, findOutcomeOfCall, type Outcome } from '../store/outcomes.ts'
import { openCalls, type OpenCall } from '../store/pending-confirmations.ts'

/** Where an open call stands, as its agent is told. */
export function updateOf(call: OpenCall): AgentUpdate {
  const { callId, pending } = call
  const isRead = { isReadOnly: call.isReadOnly }
  if (!pending)
    return { callId, state: 'running', ...isRead, ...(call.edited ? { edited: call.edited } : {}) }
  const { confirmId, summary, card } = pending
  return { callId, confirmId, state: 'held', summary, ...isRead, ...(card ? { changes: card.changes } : {}) }
}

export const updateOfOutcome = (outcome: Outcome): AgentUpdate => ({
  callId: outcome.callId,
  state: 'settled',
  result: outcome.result,
  untrusted: outcome.isUntrusted,
  ...(outcome.confirmId === undefined ? {} : { confirmId: outcome.confirmId }),
  ...(outcome.edited === undefined ? {} : { edited: outcome.edited }),
})

/** A call that the worker itself answered; nothing of it comes from a page. */
export const refusedUpdate = (callId: string, result: ToolResult): AgentUpdate => ({
  callId,
  state: 'settled',
  result,
  untrusted: false,
})

/**
 * By call id or confirm id; null for what is not this agent's, or too old. A call that settles at this moment may still
 * be told as open: its end is told after that.
 */
export async function findUpdate(agentId: string, id: string): Promise<AgentUpdate | null> {
  const settled = await findOutcomeOfCall(agentId, id)
  if (settled) return updateOfOutcome(settled)
  const call = await findOpenCall(agentId, id)
  if (call) return updateOf(call)
  const outcome = await findOutcome(agentId, id)
  return outcome ? updateOfOutcome(outcome) : null
}

export async function findOpenCall(agentId: string, id: string): Promise<OpenCall | undefined> {
  const direct = await openCalls.find(id)
  const call =
    direct ??
    [...(await openCalls.readAll()).values()].find(
      ({ confirmId, pending }) => confirmId === id || pending?.confirmId === id,
    )
  return call?.agent?.agentId === agentId ? call : undefined
}
