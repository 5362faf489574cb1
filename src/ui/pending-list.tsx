import { useState } from 'preact/hooks'
import { findPendingCalls, findRivals, type AccessRequest, type OpenCall } from './pending-call.ts'
import { PendingCard } from './pending-card.tsx'
import type { MessageKey } from './translate.ts'
import { useUi } from './ui-context.tsx'

type Props = {
  calls: Iterable<OpenCall>
  access: Iterable<AccessRequest>
  /** The tab in front, whose items come first. */
  tabId: number | undefined
  isPaused: boolean
}

/** Everything that waits for a person: popup, side panel and the notification's window show the same. */
export function PendingList({ calls, tabId, isPaused }: Props) {
  const { t } = useUi()
  const [said, setSaid] = useState<MessageKey>()
  const pending = findPendingCalls(calls, tabId)
  const onDecided = (kind: 'approve' | 'reject'): void =>
    setSaid(kind === 'approve' ? 'said_approved' : 'said_rejected')
  return (
    <section class="pending" aria-labelledby="pending-heading">
      <h2 id="pending-heading">{pending.length > 0 ? t('waiting', pending.length) : t('nothing_waiting')}</h2>
      <ul class="cards" aria-label={t('pending_confirmations')}>
        {pending.map((call) => (
          <PendingCard
            key={call.callId}
            call={call}
            rivals={findRivals(call, pending)}
            isPaused={isPaused}
            onDecided={onDecided}
          />
        ))}
      </ul>
      <output class="said">{said && t(said)}</output>
    </section>
  )
}
