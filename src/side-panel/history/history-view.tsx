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

type Props = {
  /** The call whose details are to be shown; another object asks again. */
  asked: { callId: string } | undefined
}

/** Every call, newest first, as it happens. */
export function HistoryView({ asked }: Props) {
  const { t, locale } = useUi()
  const feed = useFeed()
  const [choice, setChoice] = useState(noChoice)
  const [opened, setOpened] = useState<number>()
  const agents = useWatched(agentsItem)
  const colours = useMemo(
    () => new Map(Object.values(agents ?? {}).map((a) => [a.agentId, a.colour])),
    [agents],
  )
  const counts = useMemo(() => feed?.countFacets() ?? [], [feed, feed?.revision, feed?.isComplete])
  useEffect(() => feed?.setFilter(toFilter(choice)), [feed, choice])
  useEffect(() => {
    if (!asked || !feed) return
    void findHistory(asked.callId).then((entry) => {
      if (!entry) return
      feed.need([entry.order])
      setOpened(entry.order)
    })
  }, [asked, feed])
  const row = useRef<number | undefined>(undefined)
  if (!feed) return null

  const close = (): void => {
    row.current = opened
    setOpened(undefined)
  }
  const entry = opened === undefined ? undefined : feed.find(opened)
  const isFiltered = choice !== noChoice
  return (
    <div class="history">
      <div class="history-tools" inert={entry !== undefined}>
        <HistoryFilters choice={choice} counts={counts} onChange={setChoice} />
        <HistoryMenu feed={feed} site={choice.site} />
      </div>
      <output class="visually-hidden">
        {isFiltered && feed.isComplete ? t('panel_found', feed.orders.length.toLocaleString(locale)) : ''}
      </output>
      <div class="history-body" aria-busy={!feed.isComplete}>
        {feed.isComplete && feed.orders.length === 0 ? (
          <Nothing isFiltered={isFiltered} onClear={() => setChoice(noChoice)} />
        ) : (
          <HistoryList
            feed={feed}
            colours={colours}
            filterKey={JSON.stringify(choice)}
            isInert={entry !== undefined}
            returnTo={row}
            onOpen={setOpened}
          />
        )}
        {entry && <HistoryDetails entry={entry} agent={agents?.[entry.agentId ?? '']} onClose={close} />}
      </div>
    </div>
  )
}

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
