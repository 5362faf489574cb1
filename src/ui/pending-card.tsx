import { useId, useMemo, useState } from 'preact/hooks'
import { digestOf, type Card } from '../core/confirmation.ts'
import { CardDetail } from './card-detail.tsx'
import { CardHead, CardSite } from './card-head.tsx'
import { CardNotes, Effect } from './card-notes.tsx'
import { CardOutcome } from './card-outcome.tsx'
import { ChangeView } from './change-view.tsx'
import { PageText } from './page-text.tsx'
import type { PendingCall } from './pending-call.ts'
import { RejectNote } from './reject-note.tsx'
import { RememberSelect } from './remember-select.tsx'
import type { RememberChoice } from '../core/policy.ts'
import { useUi } from './ui-context.tsx'
import { useCard } from './use-card.ts'
import { useDecision } from './use-decision.ts'
import { useGuard } from './use-guard.ts'

type Props = {
  call: PendingCall
  rivals: readonly PendingCall[]
  isPaused: boolean
  onDecided: (kind: 'approve' | 'reject') => void
}

/** One held call: who asks, where, what it would change, and the decision. */
export function PendingCard({ call, rivals, isPaused, onDecided }: Props) {
  const { send } = useUi()
  const card = useCard(call)
  const headingId = useId()
  const reveal = (path: string): Promise<unknown> => send('card.reveal', { callId: call.callId, path })
  return (
    <li class="card" aria-labelledby={headingId}>
      <CardHead agent={call.agent} expiresAt={call.pending.expiresAt} />
      <CardSite {...call} />
      <h3 id={headingId} class="card-title">
        <PageText text={card ? card.summary || (card.title ?? card.tool) : call.pending.summary} />{' '}
        {card && <Effect card={card} />}
      </h3>
      {card && <CardNotes call={call} card={card} rivals={rivals} />}
      {card && <ChangeView {...card} reveal={reveal} />}
      {card && <CardDetail card={card} reveal={reveal} />}
      <CardDecision call={call} card={card} isPaused={isPaused} onDecided={onDecided} />
    </li>
  )
}

type DecisionProps = Pick<Props, 'call' | 'isPaused' | 'onDecided'> & { card: Card | undefined }

function CardDecision({ call, card, isPaused, onDecided }: DecisionProps) {
  const { t } = useUi()
  const { confirmId } = call.pending
  const digest = useMemo(() => (card ? digestOf(card) : ''), [card])
  const [remember, setRemember] = useState<RememberChoice>('once')
  const [note, setNote] = useState<string>()
  const decision = useDecision(call.callId, onDecided)
  const approve = useGuard(
    digest,
    () => void decision.decide({ kind: 'approve', confirmId, digest }, remember),
    card !== undefined && !isPaused && !decision.isSending,
  )
  const reject = (): void => {
    const written = note?.trim() ?? ''
    void decision.decide({ kind: 'reject', confirmId, ...(written === '' ? {} : { note: written }) }, 'once')
  }
  return (
    <>
      {decision.outcome && <CardOutcome outcome={decision.outcome} labels={card?.labels ?? {}} />}
      {note !== undefined && <RejectNote note={note} onInput={setNote} />}
      {isPaused && <p class="quiet">{t('paused_card')}</p>}
      <div class="card-actions">
        <button type="button" onClick={reject}>
          {t('reject')}
        </button>
        <button
          type="button"
          class="link"
          aria-expanded={note !== undefined}
          onClick={() => setNote(note === undefined ? '' : undefined)}
        >
          {t('add_note')}
        </button>
        <span class="spacer" />
        <RememberSelect choices={call.remember} value={remember} onChange={setRemember} />
        <button type="button" class="primary" {...approve}>
          {t('approve')}
        </button>
      </div>
    </>
  )
}
