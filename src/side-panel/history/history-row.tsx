import { useMemo } from 'preact/hooks'
import { toDisplayText } from '../../core/display-text.ts'
import type { StoredEntry } from '../../store/history-entries.ts'
import { outcomeOf } from '../../store/history-segments.ts'
import { Origin } from '../../ui/origin.tsx'
import { PageText } from '../../ui/page-text.tsx'
import { useUi } from '../../ui/ui-context.tsx'
import { durationText, outcomeText, timeText, titleOf } from './call-texts.ts'
import { CallerMark, CallerName, isPerson } from './caller-mark.tsx'

/** What a row does, the same object for as long as the list is there. */
export type RowActions = {
  open: (order: number) => void
  undo: (callId: string) => void
  focus: (order: number) => void
  onKeyDown: (event: KeyboardEvent) => void
}

type Props = {
  entry: StoredEntry
  colour: string
  isFocusable: boolean
  canUndo: boolean
  actions: RowActions
}

/** One call, and the way back from it. Drawn anew only where it is another: scrolling moves rows, and changes none. */
export function HistoryRow(props: Props) {
  const { t } = useUi()
  const { entry, colour, isFocusable, canUndo, actions } = props
  return useMemo(
    () => (
      <>
        <Call {...props} />
        {canUndo && (
          <button
            type="button"
            class="undo-call"
            tabIndex={isFocusable ? 0 : -1}
            aria-label={t('panel_undo_of', toDisplayText(titleOf(entry)))}
            onClick={() => actions.undo(entry.callId)}
          >
            {t('panel_undo')}
          </button>
        )}
      </>
    ),
    [entry, colour, isFocusable, canUndo, actions, t],
  )
}

/** Two lines, the whole of which opens the details. */
function Call({ entry, colour, isFocusable, canUndo, actions }: Props) {
  const { t, locale } = useUi()
  const durationMs = entry.record?.durationMs
  return (
    <button
      type="button"
      class={`call ${isPerson(entry) ? 'is-person' : 'is-agent'}${canUndo ? ' has-undo' : ''}`}
      data-call={entry.callId}
      tabIndex={isFocusable ? 0 : -1}
      onClick={() => actions.open(entry.order)}
      onFocus={() => actions.focus(entry.order)}
      onKeyDown={actions.onKeyDown}
    >
      <CallerMark entry={entry} colour={colour} />
      <span class="call-title">
        <PageText text={titleOf(entry)} />
        {entry.undoOf !== undefined && <span class="chip">{t('panel_is_undo')}</span>}
      </span>
      <OutcomeBadge entry={entry} />
      <span class="call-about">
        <CallerName entry={entry} /> <span aria-hidden="true">·</span> <Origin origin={entry.origin} />
      </span>
      <span class="call-when">
        <time dateTime={new Date(entry.startedAt).toISOString()}>{timeText(entry.startedAt, locale)}</time>
        {durationMs !== undefined && (
          <>
            {' '}
            <span aria-hidden="true">·</span> {durationText(durationMs, locale)}
          </>
        )}
      </span>
    </button>
  )
}

export function OutcomeBadge({ entry }: { entry: StoredEntry }) {
  const { t } = useUi()
  const outcome = outcomeOf(entry)
  return <span class={`outcome is-${outcome}`}>{outcomeText(t, outcome, entry.by)}</span>
}
