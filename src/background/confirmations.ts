import type { Card, Decision, DecisionAnswer } from '../core/confirmation.ts'
import type { RememberChoice } from '../core/policy.ts'
import { sendToDocument } from '../protocol/send.ts'
import { openCalls } from '../store/pending-confirmations.ts'
import { isPaused, readSettings } from '../store/settings.ts'
import { rememberApproval } from './grants.ts'

/** A file in an approval may be large, and the page may be busy. */
const decisionTimeoutMs = 30_000

const refused = (code: 'confirmation_expired' | 'stale' | 'paused', message: string): DecisionAnswer => ({
  outcome: 'refused',
  code,
  message,
})

/** A person's decision: the page takes it or not, and only then is anything remembered. */
export async function decide(
  callId: string,
  decision: Decision,
  remember: RememberChoice,
): Promise<DecisionAnswer> {
  const call = await openCalls.find(callId)
  if (!call) return refused('confirmation_expired', 'This request is no longer open.')
  if (decision.kind === 'approve' && (await isPaused.read())) {
    return refused('paused', 'All agents are paused. Resume them to approve.')
  }
  // Before the page hears of it: its outcome may be here before its answer.
  await markDecided(callId, true)
  const answer = await sendToDocument(call, 'call.decide', { callId, decision }, decisionTimeoutMs)
  if (!answer.ok) return refused('stale', 'The page does not answer. It may have been left or reloaded.')
  if (answer.value.outcome !== 'taken') await markDecided(callId, call.isDecided === true)
  else if (isRememberable(decision)) await rememberApproval(call, remember)
  return answer.value
}

/** An edited call is not the one that an agent would send next time. */
const isRememberable = (decision: Decision): boolean => decision.kind === 'approve' && !('input' in decision)

const markDecided = (callId: string, isDecided: boolean): Promise<unknown> =>
  openCalls.update(callId, (current) => current && { ...current, isDecided })

/** The card from the page, for records too small to hold it. */
export async function readCard(callId: string): Promise<{ card: Card; digest: string } | null> {
  const call = await openCalls.find(callId)
  if (!call) return null
  const answer = await sendToDocument(call, 'call.states', { callIds: [callId] })
  const update = answer.ok ? answer.value.find((state) => state.callId === callId)?.update : undefined
  if (!update || (update.state !== 'held' && update.state !== 'asking')) return null
  return { card: update.card, digest: update.digest }
}

export async function revealValue(callId: string, path: string): Promise<unknown> {
  const call = await openCalls.find(callId)
  const answer = call && (await sendToDocument(call, 'call.reveal', { callId, path }))
  return answer?.ok ? answer.value : undefined
}

export async function highlightFields(callId: string, isOn: boolean): Promise<void> {
  if (isOn && !(await readSettings()).isHighlighting) return
  const call = await openCalls.find(callId)
  if (call) await sendToDocument(call, 'fields.highlight', { callId, isOn })
}
