import type { Card, Decision, DecisionAnswer } from '../core/confirmation.ts'
import type { RememberChoice } from '../core/policy.ts'

export type AccessDecision = {
  requestId: string
  kind: 'approve' | 'reject'
  tabId?: number
  note?: string
}
export type PairAnswer =
  | { paired: { agentId: string; name: string } }
  | { failed: 'wrong_code' | 'no_agent' | 'timeout' }

/** The messages that the drawing parts send, each answered by the worker. */
export type Send = {
  (
    name: 'call.settle',
    input: { callId: string; decision: Decision; remember: RememberChoice },
  ): Promise<DecisionAnswer>
  (name: 'access.settle', input: AccessDecision): Promise<{ isTaken: boolean }>
  (name: 'card.read', input: { callId: string }): Promise<{ card: Card; digest: string } | null>
  (name: 'card.reveal', input: { callId: string; path: string }): Promise<unknown>
  (name: 'card.highlight', input: { callId: string; isOn: boolean }): Promise<undefined>
  (name: 'agent.pair', input: { code: string }): Promise<PairAnswer>
}
