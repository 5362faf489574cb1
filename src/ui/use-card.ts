import { useEffect, useState } from 'preact/hooks'
import type { Card } from '../core/confirmation.ts'
import type { PendingCall } from './pending-call.ts'
import { useUi } from './ui-context.tsx'

/** The card of a pending call: the stored one, else read from its page; undefined until it is there. */
export function useCard({ callId, pending }: PendingCall): Card | undefined {
  const { send } = useUi()
  const [read, setRead] = useState<{ digest: string; card: Card }>()
  const isStored = pending.card !== undefined
  useEffect(() => {
    if (isStored) return undefined
    let isCurrent = true
    void send('card.read', { callId }).then((answer) => {
      if (isCurrent && answer) setRead({ digest: pending.digest, card: answer.card })
    })
    return () => {
      isCurrent = false
    }
  }, [send, callId, pending.digest, isStored])
  if (pending.card) return pending.card
  return read?.digest === pending.digest ? read.card : undefined
}
