import { useId, useRef, useState } from 'preact/hooks'
import { AccessCard } from './access-card.tsx'
import { ApproveAll, findGroups } from './approve-all.tsx'
import {
  findPendingCalls,
  findRivals,
  type AccessRequest,
  type OpenCall,
  type PendingCall,
} from './pending-call.ts'
import { PendingCard } from './pending-card.tsx'
import type { MessageKey } from './translate.ts'
import { useUi } from './ui-context.tsx'

type Props = {
  calls: readonly OpenCall[]
  access: readonly AccessRequest[]
  /** The tab in front, whose items come first. */
  tabId: number | undefined
  isPaused: boolean
}

/** Everything that waits for a person: popup, side panel and the notification's window show the same. */
export function PendingList({ calls, access, tabId, isPaused }: Props) {
  const { t } = useUi()
  const headingId = useId()
  const [said, setSaid] = useState<MessageKey>()
  const [seen, setSeen] = useState<ReadonlySet<string>>(new Set())
  const pending = findPendingCalls(calls, tabId)
  const requests = [...access].sort((a, b) => a.createdAt - b.createdAt)
  const count = pending.length + requests.length
  const heading = useRef<HTMLHeadingElement>(null)
  const onDecided = (kind: 'approve' | 'reject'): void => {
    setSaid(kind === 'approve' ? 'said_approved' : 'said_rejected')
    // The pressed button goes with its card, and the focus must not go with it.
    heading.current?.focus({ preventScroll: true })
  }
  return (
    <section class="pending" aria-labelledby={headingId}>
      <h2 ref={heading} id={headingId} tabIndex={-1}>
        {count > 0 ? t('waiting', count) : t('nothing_waiting')}
      </h2>
      <ul class="cards" aria-label={t('pending_confirmations')}>
        {pending.map((call) => (
          <PendingCard
            key={call.callId}
            call={call}
            rivals={findRivals(call, pending)}
            isPaused={isPaused}
            onDecided={onDecided}
            onSeen={(one) => setSeen((all) => new Set(all).add(versionOf(one)))}
          />
        ))}
        {requests.map((request) => (
          <AccessCard key={request.requestId} request={request} isPaused={isPaused} onDecided={onDecided} />
        ))}
      </ul>
      {findGroups(pending, (call) => seen.has(versionOf(call))).map((group) => (
        <ApproveAll key={group[0]?.callId} group={group} isPaused={isPaused} onDecided={onDecided} />
      ))}
      <output class="said">{said && t(said)}</output>
    </section>
  )
}

const versionOf = ({ callId, pending }: PendingCall): string => `${callId} ${pending.digest}`
