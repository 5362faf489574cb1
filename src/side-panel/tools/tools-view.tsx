import { useEffect, useState } from 'preact/hooks'
import type { ToolEntry } from '../../core/tool-manifest.ts'
import { foldText } from '../../store/history-words.ts'
import { Origin } from '../../ui/origin.tsx'
import { PageText } from '../../ui/page-text.tsx'
import { useUi } from '../../ui/ui-context.tsx'
import { useTabState } from '../use-tab-state.ts'
import { Effect } from './hints.tsx'
import { ToolView } from './tool-view.tsx'
import { Unavailable } from './unavailable.tsx'
import { usePageTools } from './use-page-tools.ts'

type Props = {
  tabId: number | undefined
  onShowCall: (callId: string) => void
  onSupply: (callId: string | undefined) => void
}

/** The tools of the page in front, as an agent gets them. */
export function ToolsView({ tabId, onShowCall, onSupply }: Props) {
  const { t } = useUi()
  const tab = useTabState(tabId)
  const tools = usePageTools(tabId)
  const [chosen, setChosen] = useState<string>()
  useEffect(() => setChosen(undefined), [tabId])
  if (tabId === undefined || !tab || tools === undefined) return null
  if (tools === null || tools === 'silent' || tools.length === 0)
    return <Unavailable tab={tab} tools={tools} />
  if (chosen !== undefined)
    return (
      <ToolView
        key={chosen}
        tabId={tabId}
        tool={chosen}
        entry={tools.find(({ name }) => name === chosen)}
        onBack={() => setChosen(undefined)}
        onShowCall={onShowCall}
        onSupply={onSupply}
      />
    )
  return (
    <div class="tools">
      <header class="tools-head">
        <Origin origin={tab.origin} />
        <span class="quiet">{t('panel_tools_count', tools.length)}</span>
      </header>
      <ToolList tools={tools} onChoose={setChosen} />
    </div>
  )
}

const manyTools = 8

function ToolList({ tools, onChoose }: { tools: ToolEntry[]; onChoose: (name: string) => void }) {
  const { t } = useUi()
  const [query, setQuery] = useState('')
  const words = foldText(query).split(' ')
  const shown = tools.filter((tool) => {
    const text = foldText(`${tool.name} ${tool.title ?? ''} ${tool.description}`)
    return words.every((word) => text.includes(word))
  })
  return (
    <>
      {tools.length > manyTools && (
        <input
          type="search"
          aria-label={t('panel_tools_search')}
          placeholder={t('panel_tools_search')}
          value={query}
          onInput={(event) => setQuery(event.currentTarget.value)}
        />
      )}
      <ul class="tool-list" aria-label={t('panel_tools_list')}>
        {shown.map((tool) => (
          <li key={tool.name}>
            <button type="button" class="tool" onClick={() => onChoose(tool.name)}>
              <span class="tool-title">
                <PageText text={tool.title ?? tool.name} />
              </span>
              <Effect hints={tool.hints} />
              <bdi dir="ltr" class="tool-name quiet">
                {tool.name}
              </bdi>
              <span class="tool-description">
                <PageText text={tool.description} />
              </span>
            </button>
          </li>
        ))}
      </ul>
    </>
  )
}
