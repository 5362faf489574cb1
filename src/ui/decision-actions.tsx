import type { ComponentChildren } from 'preact'
import { useState } from 'preact/hooks'
import { RejectNote } from './reject-note.tsx'
import { useUi } from './ui-context.tsx'
import type { GuardedButton } from './use-guard.ts'

type Props = {
  approve: GuardedButton
  isPaused: boolean
  /** `note`: what the person wrote, if anything. */
  onReject: (note: { note?: string }) => void
  /** More ways to act, between the two. */
  middle?: ComponentChildren
  /** What belongs to Approve. */
  beforeApprove?: ComponentChildren
}

/** The buttons under every request. */
export function DecisionActions({ approve, isPaused, onReject, middle, beforeApprove }: Props) {
  const { t } = useUi()
  const [note, setNote] = useState<string>()
  const written = note?.trim() ?? ''
  return (
    <>
      {note !== undefined && <RejectNote note={note} onInput={setNote} />}
      {isPaused && <p class="quiet">{t('paused_card')}</p>}
      <div class="card-actions">
        <button type="button" onClick={() => onReject(written === '' ? {} : { note: written })}>
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
        {middle}
        <span class="decide">
          {beforeApprove}
          <button type="button" class="primary" {...approve}>
            {t('approve')}
          </button>
        </span>
      </div>
    </>
  )
}
