import type { ComponentChild } from 'preact'
import { useEffect, useRef, useState } from 'preact/hooks'
import { PendingFrame } from '../ui/pending-frame.tsx'
import type { MessageKey } from '../ui/translate.ts'
import { useUi } from '../ui/ui-context.tsx'
import type { HistoryFeed } from './history/history-feed.ts'
import { HistoryView } from './history/history-view.tsx'
import { useRest } from './load-rest.ts'
import { watchShownTab } from './shown-tab.ts'

const views = ['history', 'tools', 'connection'] as const
type View = (typeof views)[number]
const labels: Record<View, MessageKey> = {
  history: 'history',
  tools: 'panel_tools',
  connection: 'panel_connection',
}

/** What waits for the person on top; below it one of three views, which stay where they were left once they were opened. */
export function Panel({ feed }: { feed: HistoryFeed }) {
  const { t } = useUi()
  document.title = t('extension_name')
  const [view, setView] = useState<View>('history')
  const opened = useRef(new Set<View>()).current.add(view)
  const tabId = useShownTab()
  const rest = useRest()
  const [asked, setAsked] = useState<{ callId: string }>()
  const [supplied, setSupplied] = useState<string>()
  const showCall = (callId: string): void => {
    setAsked({ callId })
    setView('history')
  }
  const draw: Record<View, () => ComponentChild> = {
    history: () => <HistoryView feed={feed} asked={asked} />,
    tools: () => rest && <rest.ToolsView tabId={tabId} onShowCall={showCall} onSupply={setSupplied} />,
    connection: () => rest && <rest.ConnectionView tabId={tabId} isShown={view === 'connection'} />,
  }
  return (
    <main class="panel">
      <h1 class="visually-hidden">{t('extension_name')}</h1>
      <div class="panel-pending">
        {rest ? <rest.Pending tabId={tabId} supplied={supplied} /> : <PendingFrame count={0} />}
      </div>
      <Tabs view={view} onChoose={setView} />
      {views.map((name) => (
        <section
          key={name}
          id={`view-${name}`}
          class="view"
          role="tabpanel"
          aria-labelledby={`tab-${name}`}
          hidden={name !== view}
          // It scrolls, and where all is well nothing in it could be focused.
          tabIndex={name === 'connection' ? 0 : undefined}
        >
          {opened.has(name) && draw[name]()}
        </section>
      ))}
    </main>
  )
}

function Tabs({ view, onChoose }: { view: View; onChoose: (view: View) => void }) {
  const { t } = useUi()
  const list = useRef<HTMLDivElement>(null)
  const onKeyDown = (event: KeyboardEvent): void => {
    const next = neighbour(view, event.key, document.documentElement.dir === 'rtl')
    if (!next) return
    event.preventDefault()
    onChoose(next)
    list.current?.querySelector<HTMLElement>(`#tab-${next}`)?.focus()
  }
  return (
    <div ref={list} class="tabs" role="tablist" aria-label={t('panel_views')}>
      {views.map((name) => (
        <button
          key={name}
          id={`tab-${name}`}
          type="button"
          role="tab"
          aria-selected={name === view}
          aria-controls={`view-${name}`}
          tabIndex={name === view ? 0 : -1}
          onClick={() => onChoose(name)}
          onKeyDown={onKeyDown}
        >
          {t(labels[name])}
        </button>
      ))}
    </div>
  )
}

function neighbour(view: View, key: string, isRightToLeft: boolean): View | undefined {
  const at = views.indexOf(view)
  const [forward, back] = isRightToLeft ? ['ArrowLeft', 'ArrowRight'] : ['ArrowRight', 'ArrowLeft']
  if (key === forward) return views[(at + 1) % views.length]
  if (key === back) return views[(at - 1 + views.length) % views.length]
  if (key === 'Home') return views[0]
  return key === 'End' ? views.at(-1) : undefined
}

function useShownTab(): number | undefined {
  const [tabId, setTabId] = useState<number>()
  useEffect(() => {
    const lifetime = new AbortController()
    watchShownTab(setTabId, lifetime.signal)
    return () => lifetime.abort()
  }, [])
  return tabId
}
