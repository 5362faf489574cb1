import { useRef, useState } from 'preact/hooks'
import type { Decision, DecisionAnswer } from '../core/confirmation.ts'
import type { Issue } from '../core/result.ts'
import type { RememberChoice } from '../core/policy.ts'
import { useUi } from './ui-context.tsx'

export type Outcome = Exclude<DecisionAnswer, { outcome: 'taken' }> | { outcome: 'lost' }
export type DecisionState = {
  isSending: boolean
  /** Why the last decision did not count. */
  outcome: Outcome | undefined
  issues: Issue[]
  decide: (decision: DecisionWithoutId, remember: RememberChoice) => Promise<void>
}

type WithoutId<D> = D extends Decision ? Omit<D, 'decisionId'> : never
export type DecisionWithoutId = WithoutId<Decision>

/** Sends a person's decision about one call. A decision whose answer was lost keeps its id when it is sent again. */
export function useDecision(callId: string, onTaken: (kind: Decision['kind']) => void): DecisionState {
  const { send } = useUi()
  const [isSending, setSending] = useState(false)
  const [outcome, setOutcome] = useState<Outcome>()
  const lost = useRef<{ key: string; decisionId: string } | undefined>(undefined)

  const decide = async (decision: DecisionWithoutId, remember: RememberChoice): Promise<void> => {
    if (isSending) return
    const key = JSON.stringify([decision, remember])
    const decisionId = lost.current?.key === key ? lost.current.decisionId : crypto.randomUUID()
    lost.current = { key, decisionId }
    setSending(true)
    try {
      const answer = await send('call.settle', { callId, decision: { ...decision, decisionId }, remember })
      lost.current = undefined
      setOutcome(answer.outcome === 'taken' ? undefined : answer)
      if (answer.outcome === 'taken') onTaken(decision.kind)
    } catch {
      setOutcome({ outcome: 'lost' })
    } finally {
      setSending(false)
    }
  }
  return { isSending, outcome, issues: outcome?.outcome === 'issues' ? outcome.issues : [], decide }
}
