import { useEffect, useMemo, useReducer, useRef, useState } from 'preact/hooks'
import { queryWords } from '../../store/history-words.ts'
import { findHistory } from '../../store/history.ts'
import { agents as agentsItem } from '../../store/agents.ts'
import { useUi } from '../../ui/ui-context.tsx'
import { useWatched } from '../../ui/use-watched.ts'
import { HistoryDetails } from './history-details.tsx'
import { createHistoryFeed, type HistoryFeed } from './history-feed.ts'
import { HistoryFilters, noChoice, type Choice } from './history-filters.tsx'
import { HistoryList } from './history-list.tsx'
import { HistoryMenu } from './history-menu.tsx'
import { useUndo } from './use-undo.ts'
import { useUndoable } from './use-undoable.ts'

type Props = {
  /** The call whose details are to be shown; another object asks again. */
  asked: { callId: string } | undefined
}

/** Every call, newest first, as it happens. */
export function HistoryView({ asked }: Props) {
  const feed = useFeed()
  return feed ? <History feed={feed} asked={asked} /> : null
}

function History({ feed, asked }: Props & { feed: HistoryFeed }) {
  const [choice, setChoice] = useState(noChoice)
  const counts = useMemo(() => feed.countFacets(), [feed, feed.revision, feed.isComplete])
  const { opened, entry, open, close, returnTo } = useOpened(feed, asked)
  const agents = useWatched(agentsItem)
  const undoable = useUndoable() ?? nothingUndoable
  const { problem, undo } = useUndo()
  useEffect(() => feed.setFilter(toFilter(choice)), [feed, choice])
  return (
    <div class="history">
      <div class="history-tools" inert={opened}>
        <HistoryFilters choice={choice} counts={counts} onChange={setChoice} />
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
          <Nothing isFiltered={choice !== noChoice} onClear={() => setChoice(noChoice)} />
        ) : (
          <HistoryList
            feed={feed}
            agents={agents ?? {}}
            filterKey={JSON.stringify(choice)}
            isInert={opened}
            returnTo={returnTo}
            undoable={undoable}
            onUndo={(callId) => void undo(callId)}
            onOpen={open}
          />
        )}
        {entry && <HistoryDetails entry={entry} agent={agents?.[entry.agentId ?? '']} onClose={close} />}
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
      feed.need([entry.order])
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
      {isFiltered && feed.isComplete ? t('panel_found', feed.orders.length.toLocaleString(locale)) : ''}
    </output>
  )
}

const nothingUndoable: ReadonlySet<string> = new Set()

function useFeed(): HistoryFeed | undefined {
  const [feed, setFeed] = useState<HistoryFeed>()
  const [, redraw] = useReducer((count: number) => count + 1, 0)
  useEffect(() => {
    const lifetime = new AbortController()
    const created = createHistoryFeed(lifetime.signal)
    created.subscribe(() => redraw(undefined))
    setFeed(created)
    return () => lifetime.abort()
  }, [])
  return feed
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
