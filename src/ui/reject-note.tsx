import { useId } from 'preact/hooks'
import { noteMaxLength } from '../core/limits.ts'
import { useUi } from './ui-context.tsx'

/** What the agent is told about a rejection; sent by Reject. */
export function RejectNote({ note, onInput }: { note: string; onInput: (note: string) => void }) {
  const { t } = useUi()
  const id = useId()
  return (
    <div class="note-field">
      <label for={id}>{t('note_label')}</label>
      <textarea
        id={id}
        rows={2}
        maxLength={noteMaxLength}
        value={note}
        onInput={(event) => onInput(event.currentTarget.value)}
      />
    </div>
  )
}
