import type { ComponentChildren } from 'preact'
import { useLayoutEffect, useMemo, useRef } from 'preact/hooks'
import type { StoredEntry } from '../../store/history-entries.ts'
import { useUi } from '../../ui/ui-context.tsx'
import { countText, dayText } from './call-texts.ts'
import type { HistoryFeed } from './history-feed.ts'
import { HistoryRow, type RowActions } from './history-row.tsx'
import { heightOfDay, type Day, type DayWindow, type Sizes, type Timeline } from './timeline.ts'
import { undoObstacle } from './undo-obstacle.ts'
import { useListKeys } from './use-list-keys.ts'
import { useSteadyScroll } from './use-steady-scroll.ts'

type Props = {
  feed: HistoryFeed
  /** By id. */
  agents: Readonly<Record<string, { colour: string }>>
  /** Another text for another filter: then the list starts at its top again. */
  filterKey: string
  isInert: boolean
  /** The order whose details were closed just now; the focus goes back to its row. */
  returnTo: { current: number | undefined }
  /** Calls that can be undone now, by call id. */
  undoable: ReadonlySet<string>
  onUndo: (callId: string) => void
  onOpen: (order: number) => void
}

/** The whole history, of which only what is in sight is in the document. */
export function HistoryList(props: Props) {
  const { feed, agents, filterKey, isInert, returnTo, undoable } = props
  const { t } = useUi()
  const scroll = useSteadyScroll(feed, filterKey)
  const keys = useListKeys(feed, scroll)
  const { timeline } = scroll
  const windows = withRow(scroll.windows, timeline, keys.focusedIndex)
  useLayoutEffect(() => {
    feed.need(windows.flatMap(({ rows }) => rows.map((index) => feed.orders[index] ?? 0)))
  })
  useLayoutEffect(() => {
    if (isInert || returnTo.current === undefined) return
    returnTo.current = undefined
    keys.focusRow()
  }, [isInert])
  const actions = useActions({
    open: props.onOpen,
    undo: props.onUndo,
    focus: keys.setFocused,
    onKeyDown: keys.onKeyDown,
  })
  const drawRow = (entry: StoredEntry, isFocusable: boolean) => (
    <HistoryRow
      entry={entry}
      colour={agents[entry.agentId ?? '']?.colour ?? 'c8'}
      isFocusable={isFocusable}
      canUndo={undoObstacle(entry, undoable.has(entry.callId)) === undefined}
      actions={actions}
    />
  )
  return (
    <div class="history-scroll" ref={scroll.ref} inert={isInert}>
      {scroll.unseen > 0 && (
        <button type="button" class="unseen" onClick={scroll.showNewest}>
          {t('panel_new_calls', scroll.unseen)}
        </button>
      )}
      <div class="history-days" style={{ blockSize: `${scroll.heightPx}px` }}>
        {windows.map(({ day, rows }) => (
          <DaySection key={day.startsAt} day={day} sizes={timeline.sizes}>
            {rows.map((index) => {
              const order = feed.orders[index] ?? 0
              const entry = feed.find(order)
              return (
                <li key={order} {...placeOfRow(timeline.sizes, day, index)} aria-busy={entry === undefined}>
                  {entry && drawRow(entry, index === keys.focusedIndex)}
                </li>
              )
            })}
          </DaySection>
        ))}
      </div>
    </div>
  )
}

/** One object that does what the latest drawing says. */
function useActions(next: RowActions): RowActions {
  const latest = useRef(next)
  latest.current = next
  return useMemo(
    () => ({
      open: (order) => latest.current.open(order),
      undo: (callId) => latest.current.undo(callId),
      focus: (order) => latest.current.focus(order),
      onKeyDown: (event) => latest.current.onKeyDown(event),
    }),
    [],
  )
}

function DaySection({ day, sizes, children }: { day: Day; sizes: Sizes; children: ComponentChildren }) {
  const { t, locale } = useUi()
  const id = `day-${day.startsAt}`
  return (
    <section
      class="day"
      style={{ insetBlockStart: `${day.top}px`, blockSize: `${heightOfDay(day, sizes)}px` }}
      aria-labelledby={id}
    >
      <h3 id={id} style={{ blockSize: `${sizes.heading}px` }}>
        {dayText(day.startsAt, t, locale)} <span class="quiet">{countText(day.count, locale)}</span>
      </h3>
      <ol>{children}</ol>
    </section>
  )
}

const placeOfRow = ({ row, heading }: Sizes, day: Day, index: number) => ({
  class: 'call-place',
  style: {
    insetBlockStart: `${heading + (index - day.firstIndex) * row}px`,
    blockSize: `${row}px`,
  },
  'aria-setsize': day.count,
  'aria-posinset': index - day.firstIndex + 1,
})

type Drawn = { day: Day; rows: number[] }

/** The row that has the focus stays in the document wherever the list is scrolled to. */
function withRow(windows: DayWindow[], timeline: Timeline, index: number): Drawn[] {
  const drawn = windows.map(({ day, from, to }) => ({ day, rows: range(from, to) }))
  const day = timeline.days.find((one) => one.firstIndex <= index && index < one.firstIndex + one.count)
  if (!day || drawn.some(({ rows }) => rows.includes(index))) return drawn
  const known = drawn.find((one) => one.day === day)
  if (!known) return [...drawn, { day, rows: [index] }].sort((a, b) => a.day.top - b.day.top)
  known.rows.push(index)
  known.rows.sort((a, b) => a - b)
  return drawn
}

const range = (from: number, to: number): number[] =>
  Array.from({ length: Math.max(to - from, 0) }, (_, n) => from + n)
