import { useEffect, useId, useRef, useState } from 'preact/hooks'
import type { Card } from '../core/confirmation.ts'
import { CardDecision } from './card-decision.tsx'
import { CardDetail } from './card-detail.tsx'
import { CardHead } from './card-head.tsx'
import { CardNotes, Effect } from './card-notes.tsx'
import { ChangeView } from './change-view.tsx'
import { FilePickers, type PickedFiles } from './file-picker.tsx'
import { PageText } from './page-text.tsx'
import type { PendingCall } from './pending-call.ts'
import { SchemaForm } from './schema-form.tsx'
import { useUi } from './ui-context.tsx'
import { useCard } from './use-card.ts'
import { useEdit, type Edit } from './use-edit.ts'

type Props = {
  call: PendingCall
  rivals: readonly PendingCall[]
  isPaused: boolean
  onDecided: (kind: 'approve' | 'reject') => void
  /** The whole of it has been in view, down to its buttons. */
  onSeen: (call: PendingCall) => void
}

/** One held call: who asks, where, what it would change, and the decision. */
export function PendingCard({ call, rivals, isPaused, onDecided, onSeen }: Props) {
  const card = useCard(call)
  const edit = useEdit(card)
  const [files, setFiles] = useState<PickedFiles>({})
  const headingId = useId()
  const end = useSeen(() => onSeen(call), call.pending.digest)
  const highlight = useHighlight(call.callId)
  return (
    <li class="card" aria-labelledby={headingId} {...highlight}>
      <CardHead agent={call.agent} site={call} expiresAt={call.pending.expiresAt} />
      <h3 id={headingId} class="card-title">
        <PageText text={card ? card.summary || (card.title ?? card.tool) : call.pending.summary} />
        {card && <Effect card={card} />}
      </h3>
      {card && <CardNotes call={call} card={card} rivals={rivals} />}
      {card ? <CardBody call={call} card={card} edit={edit} /> : <CardLoading />}
      <CardMore call={call} card={card} />
      {card && <FilePickers card={card} tabId={call.tabId} picked={files} onPick={setFiles} />}
      <CardDecision
        call={call}
        card={card}
        edit={edit}
        files={files}
        isPaused={isPaused}
        onDecided={onDecided}
      />
      <span ref={end} />
    </li>
  )
}

function CardBody({ call, card, edit }: { call: PendingCall; card: Card; edit: Edit }) {
  const { t } = useUi()
  const reveal = useReveal(call)
  if (!edit.isOn) return <ChangeView {...card} reveal={reveal} />
  return (
    <fieldset class="edit" aria-label={t('arguments')}>
      <SchemaForm
        schema={card.inputSchema}
        value={edit.value}
        onChange={edit.change}
        issues={edit.issues}
        labels={card.labels}
        findHidden={edit.findHidden}
        order={card.changes.map(({ path }) => path)}
      />
      {edit.edited && <p class="quiet">{t('approve_sends_yours')}</p>}
    </fieldset>
  )
}

/** All that the call holds, and the way to its page. */
function CardMore({ call, card }: { call: PendingCall; card: Card | undefined }) {
  const { t, showPage } = useUi()
  const reveal = useReveal(call)
  return (
    <div class="card-more">
      {card && <CardDetail card={card} reveal={reveal} />}
      <button type="button" class="link" onClick={() => showPage(call.tabId)}>
        {t('show_page')}
      </button>
    </div>
  )
}

function useReveal({ callId }: PendingCall): (path: string) => Promise<unknown> {
  const { send } = useUi()
  return (path) => send('card.reveal', { callId, path })
}

function CardLoading() {
  const { t } = useUi()
  return <p class="quiet">{t('card_loading')}</p>
}

/** Tells once for each version of a card that its end came into view. */
function useSeen(onSeen: () => void, version: string) {
  const ref = useRef<HTMLSpanElement>(null)
  const latest = useRef(onSeen)
  latest.current = onSeen
  useEffect(() => {
    const end = ref.current
    if (!end) return undefined
    const observer = new IntersectionObserver((entries) => {
      if (entries.some(({ isIntersecting }) => isIntersecting)) latest.current()
    })
    observer.observe(end)
    return () => observer.disconnect()
  }, [version])
  return ref
}

/** While a person is at a card, its fields are marked in the page, where they allowed that. */
function useHighlight(callId: string) {
  const { send } = useUi()
  const isOn = useRef(false)
  const set = (next: boolean): void => {
    if (isOn.current === next) return
    isOn.current = next
    void send('card.highlight', { callId, isOn: next }).catch(() => undefined)
  }
  useEffect(() => () => set(false), [callId])
  return {
    onPointerEnter: () => set(true),
    onPointerLeave: () => set(false),
    onFocusIn: () => set(true),
    onFocusOut: () => set(false),
  }
}
