import { useRef, useState } from 'preact/hooks'
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
import { PendingFrame } from './pending-frame.tsx'
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
  const [said, setSaid] = useState<MessageKey>()
  const [seen, setSeen] = useState<ReadonlySet<string>>(new Set())
  const pending = findPendingCalls(calls, tabId)
  const requests = [...access].sort((a, b) => a.createdAt - b.createdAt)
  const heading = useRef<HTMLHeadingElement>(null)
  const onDecided = (kind: 'approve' | 'reject'): void => {
    setSaid(kind === 'approve' ? 'said_approved' : 'said_rejected')
    // The pressed button goes with its card, and the focus must not go with it.
    heading.current?.focus({ preventScroll: true })
  }
  const cards = (
    <>
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
    </>
  )
  return (
    <PendingFrame count={pending.length + requests.length} heading={heading} cards={cards}>
      {findGroups(pending, (call) => seen.has(versionOf(call))).map((group) => (
        <ApproveAll key={group[0]?.callId} group={group} isPaused={isPaused} onDecided={onDecided} />
      ))}
      <output class="said">{said && t(said)}</output>
    </PendingFrame>
  )
}

const versionOf = ({ callId, pending }: PendingCall): string => `${callId} ${pending.digest}`
