import { send } from '../../protocol/send.ts'
import type { StoredEntry } from '../../store/history-entries.ts'
import { toOriginText } from '../../ui/origin-text.ts'
import { useUi } from '../../ui/ui-context.tsx'
import { ConfirmButton } from '../confirm-button.tsx'
import { undoObstacle } from './undo-obstacle.ts'
import { useUndo } from './use-undo.ts'

type Props = {
  entry: StoredEntry
  /** Its document still holds what it replaced. */
  isKept: boolean
  onRemoved: () => void
}

/** What the person can do about a call: stop it, undo it, take it out of the history. */
export function CallActions({ entry, isKept, onRemoved }: Props) {
  const { t } = useUi()
  const remove = async (which: { callId: string } | { origin: string }): Promise<void> => {
    await send('history.remove', which)
    onRemoved()
  }
  const isOpen = entry.state !== 'settled'
  return (
    <footer class="call-actions">
      {isOpen && (
        <button type="button" onClick={() => void send('call.stop', { callId: entry.callId })}>
          {t('panel_stop')}
        </button>
      )}
      <Undo entry={entry} isKept={isKept} />
      {!isOpen && (
        <div class="removals">
          <button type="button" class="link" onClick={() => void remove({ callId: entry.callId })}>
            {t('panel_delete_one')}
          </button>
          <ConfirmButton
            text={t('panel_delete_site')}
            question={t('panel_delete_site_question', toOriginText(entry.origin))}
            action={t('panel_delete')}
            onConfirm={() => void remove({ origin: entry.origin })}
          />
        </div>
      )}
    </footer>
  )
}

function Undo({ entry, isKept }: Pick<Props, 'entry' | 'isKept'>) {
  const { t } = useUi()
  const { problem, undo } = useUndo()
  const obstacle = undoObstacle(entry, isKept)
  return (
    <div class="undo">
      {obstacle === undefined ? (
        <button type="button" class="primary" onClick={() => void undo(entry.callId)}>
          {t('panel_undo')}
        </button>
      ) : (
        <p class="quiet">{t(obstacle)}</p>
      )}
      {problem !== undefined && (
        <p role="alert" class="problem">
          {problem}
        </p>
      )}
    </div>
  )
}
