import type { CallHost } from './call-host.ts'
import { agentOf, type OpenCall } from './open-call.ts'
import {
  heldCallsOfInPageAssistant,
  heldCallsPerAgent,
  heldCallsPerPage,
  joinedCallsPerAgent,
} from './limits.ts'
import type { Conclusion, PendingConfirmation } from './pending-confirmation.ts'
import type { DrawnCard } from './card.ts'
import { moveTo } from './move-call.ts'
import { createRandomId } from './random-id.ts'
import type { RegisteredTool } from './registered-tool.ts'
import { deepFreeze } from './result.ts'
import { wakeAt } from './wake-at.ts'

/** Whether one more question of this agent's would be too many, for it or for the page. */
export function isDeskFull(call: OpenCall, host: CallHost): boolean {
  const own = questionsOf(call, host).length
  return call.request.isJoining === true || own >= ownMax(call) || host.pending.size >= heldCallsPerPage
}

/** Whether one more call of this agent's would be too many although it needs no card of its own. */
export const isShareFull = (call: OpenCall, host: CallHost): boolean =>
  questionsOf(call, host).flatMap(({ members }) => members).length >= ownMax(call) + joinedCallsPerAgent

const ownMax = ({ request }: OpenCall): number =>
  request.caller === 'inapp' ? heldCallsOfInPageAssistant : heldCallsPerAgent

const questionsOf = ({ request }: OpenCall, host: CallHost): PendingConfirmation[] =>
  [...host.pending].filter(({ members }) =>
    members.some((member) => agentOf(member.request) === agentOf(request)),
  )

/**
 * Opens a question about a call; it ends once, by a decision, its expiry, or because it no longer makes sense.
 * `onConcluded` hears how, with the members at that moment.
 */
export function openConfirmation(
  call: OpenCall,
  tool: RegisteredTool,
  host: CallHost,
  options: {
    isWithinRun: boolean
    onConcluded: (conclusion: Conclusion, members: readonly OpenCall[]) => void
  },
): PendingConfirmation {
  const expiresAt = host.now() + call.request.confirmationTtlMs
  const stopTimer = wakeAt(expiresAt, host.now, () => confirmation.conclude({ kind: 'expired' }))
  const confirmation: PendingConfirmation = {
    confirmId: createRandomId(),
    expiresAt,
    isWithinRun: options.isWithinRun,
    tool,
    members: [call],
    card: undefined,
    digest: '',
    previews: 0,
    isOver: false,
    answers: new Map(),
    turn: Promise.resolve(),
    conclude(conclusion) {
      if (confirmation.isOver) return
      confirmation.isOver = true
      stopTimer()
      host.pending.delete(confirmation)
      options.onConcluded(conclusion, confirmation.members)
    },
  }
  host.pending.add(confirmation)
  call.confirmations.push(confirmation)
  return confirmation
}

/** The clock decides, also when the timer has not fired yet (a sleeping machine, a throttled tab). */
export function isExpired(confirmation: PendingConfirmation, host: CallHost): boolean {
  if (!confirmation.isOver && host.now() >= confirmation.expiresAt) confirmation.conclude({ kind: 'expired' })
  return confirmation.isOver
}

/** Puts a card before the person: the members stand at `held` (or `asking`) with it. */
export function showCard(confirmation: PendingConfirmation, drawn: DrawnCard, host: CallHost): void {
  confirmation.card = drawn.card
  confirmation.digest = drawn.digest
  for (const member of confirmation.members) showTo(member, confirmation, host)
}

/** Does nothing while there is no card yet. */
export function showTo(member: OpenCall, confirmation: PendingConfirmation, host: CallHost): void {
  const { confirmId, expiresAt, card, digest, isWithinRun } = confirmation
  if (!card || confirmation.isOver) return
  moveTo(member, { state: isWithinRun ? 'asking' : 'held', confirmId, expiresAt, card, digest }, host)
  member.firstAnswer.resolve(
    deepFreeze({
      status: 'needs_confirmation',
      confirmId,
      summary: card.summary,
      ...(card.changes.length > 0 ? { changes: card.changes } : {}),
    }),
  )
}
