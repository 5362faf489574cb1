import { useEffect, useLayoutEffect, useReducer, useRef, useState } from 'preact/hooks'
import { queryWords } from '../../store/history-words.ts'
import { findHistory } from '../../store/history.ts'
import { useUi } from '../../ui/ui-context.tsx'
import { useRest } from '../load-rest.ts'
import { countText } from './call-texts.ts'
import type { HistoryFeed } from './history-feed.ts'
import { HistoryFilters, noChoice, type Choice } from './history-filters.tsx'
import { HistoryList } from './history-list.tsx'
import { HistoryMenu } from './history-menu.tsx'
import { useUndo } from './use-undo.ts'

type Props = {
  feed: HistoryFeed
  /** The call whose details are to be shown; another object asks again. */
  asked: { callId: string } | undefined
}

/** Every call, newest first, as it happens. */
export function HistoryView({ feed, asked }: Props) {
  useRedraw(feed)
  const [choice, setChoice] = useState(noChoice)
  const counts = useCounts(feed)
  const { opened, entry, open, close, returnTo } = useOpened(feed, asked)
  const rest = useRest()
  const { agents, undoable } = feed.marks
  const { problem, undo } = useUndo()
  const choose = (next: Choice): void => {
    setChoice(next)
    feed.setFilter(toFilter(next))
  }
  return (
    <div class="history">
      <div class="history-tools" inert={opened}>
        <HistoryFilters choice={choice} counts={counts} onChange={choose} />
        <HistoryMenu feed={feed} site={choice.site} />
      </div>
      <Found feed={feed} isFiltered={choice !== noChoice} />
      {problem !== undefined && (
        <p role="alert" class="problem">
          {problem}
        </p>
      )}
      <div class="history-body" aria-busy={!feed.isComplete}>
        {feed.isComplete && feed.orders.length === 0 ? (
          <Nothing isFiltered={choice !== noChoice} onClear={() => choose(noChoice)} />
        ) : (
          <HistoryList
            feed={feed}
            agents={agents}
            filterKey={JSON.stringify(choice)}
            isInert={opened}
            returnTo={returnTo}
            undoable={undoable}
            onUndo={(callId) => void undo(callId)}
            onOpen={open}
          />
        )}
        {entry && rest && (
          <rest.HistoryDetails
            entry={entry}
            agent={agents[entry.agentId ?? '']}
            isKept={undoable.has(entry.callId)}
            onClose={close}
          />
        )}
      </div>
    </div>
  )
}

/** The call whose details are shown, if any. `returnTo` is the one that was shown last, until the focus is back at it. */
function useOpened(feed: HistoryFeed, asked: Props['asked']) {
  const [order, setOrder] = useState<number>()
  const returnTo = useRef<number | undefined>(undefined)
  useEffect(() => {
    if (!asked) return
    void findHistory(asked.callId).then((entry) => {
      if (!entry) return
      feed.put(entry)
      setOrder(entry.order)
    })
  }, [asked, feed])
  const entry = order === undefined ? undefined : feed.find(order)
  const close = (): void => {
    returnTo.current = order
    setOrder(undefined)
  }
  return { opened: entry !== undefined, entry, open: setOrder, close, returnTo }
}

/** For those who do not see the list change. */
function Found({ feed, isFiltered }: { feed: HistoryFeed; isFiltered: boolean }) {
  const { t, locale } = useUi()
  return (
    <output class="visually-hidden">
      {isFiltered && feed.isComplete ? t('panel_found', countText(feed.orders.length, locale)) : ''}
    </output>
  )
}

function useRedraw(feed: HistoryFeed): void {
  const [, redraw] = useReducer((count: number) => count + 1, 0)
  useLayoutEffect(() => feed.subscribe(() => redraw(undefined)), [feed])
}

/** Counted when there is nothing better to do: the choices are not needed before somebody looks at them. */
function useCounts(feed: HistoryFeed): ReturnType<HistoryFeed['countFacets']> {
  const [counts, setCounts] = useState<ReturnType<HistoryFeed['countFacets']>>([])
  useEffect(() => {
    if (!feed.isComplete) return undefined
    const idle = requestIdleCallback(() => setCounts(feed.countFacets()), { timeout: 1_000 })
    return () => cancelIdleCallback(idle)
  }, [feed, feed.isComplete, feed.revision])
  return counts
}

const toFilter = ({ query, ...facets }: Choice) => ({
  words: queryWords(query),
  ...Object.fromEntries(Object.entries(facets).filter(([, value]) => value !== '')),
})

function Nothing({ isFiltered, onClear }: { isFiltered: boolean; onClear: () => void }) {
  const { t } = useUi()
  if (!isFiltered)
    return (
      <div class="nothing">
        <p>{t('panel_history_empty')}</p>
        <p class="quiet">{t('panel_history_empty_hint')}</p>
      </div>
    )
  return (
    <div class="nothing">
      <p>{t('panel_nothing_found')}</p>
      <button type="button" onClick={onClear}>
        {t('panel_show_all')}
      </button>
    </div>
  )
}
