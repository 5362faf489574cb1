import { useEffect, useRef, useState } from 'preact/hooks'
import type { JsonSchema } from '../../core/tool.ts'
import type { ToolDescription, ToolEntry } from '../../core/tool-manifest.ts'
import { send } from '../../protocol/send.ts'
import { PageLines, PageText } from '../../ui/page-text.tsx'
import { useUi } from '../../ui/ui-context.tsx'
import { Hints } from './hints.tsx'
import { ToolCall } from './tool-call.tsx'

type Props = {
  tabId: number
  tool: string
  /** Absent once the page offers it no more. */
  entry: ToolEntry | undefined
  onBack: () => void
  onShowCall: (callId: string) => void
  onSupply: (callId: string | undefined) => void
}

/** One tool: what it says of itself, its arguments as a form, and what comes of a call. */
export function ToolView({ tabId, tool, entry, onBack, onShowCall, onSupply }: Props) {
  const { t } = useUi()
  const heading = useRef<HTMLHeadingElement>(null)
  const description = useDescription(tabId, tool, entry?.definitionHash)
  useEffect(() => heading.current?.focus(), [])
  return (
    <article class="tool-view" aria-labelledby="tool-heading">
      <button type="button" class="link back" onClick={onBack}>
        {t('panel_tool_back')}
      </button>
      <header>
        <h2 id="tool-heading" ref={heading} tabIndex={-1}>
          <PageText text={entry?.title ?? tool} />
        </h2>
        <bdi dir="ltr" class="tool-name quiet">
          {tool}
        </bdi>
      </header>
      {entry ? <Hints hints={entry.hints} /> : <p role="alert">{t('panel_tool_gone')}</p>}
      {description && (
        <>
          <section class="part">
            <h3>{t('page_says')}</h3>
            <PageLines text={description.description} />
          </section>
          <ToolCall
            tabId={tabId}
            tool={tool}
            schema={description.inputSchema}
            isOffered={entry !== undefined}
            isDestructive={entry?.hints.destructive === true}
            onShowCall={onShowCall}
            onSupply={onSupply}
          />
          <Schemas input={description.inputSchema} output={description.outputSchema} />
        </>
      )}
    </article>
  )
}

/** Read again with every new definition; the last one stays while the next is read. */
function useDescription(tabId: number, tool: string, hash: string | undefined): ToolDescription | undefined {
  const [description, setDescription] = useState<ToolDescription>()
  useEffect(() => {
    let isCurrent = true
    void send('page.describe', { tabId, tool })
      .catch(() => null)
      .then((found) => {
        if (isCurrent && found) setDescription(found)
      })
    return () => {
      isCurrent = false
    }
  }, [tabId, tool, hash])
  return description
}

function Schemas({ input, output }: { input: JsonSchema; output: JsonSchema | undefined }) {
  const { t } = useUi()
  return (
    <details class="detail">
      <summary>{t('panel_schema')}</summary>
      <pre class="json" dir="ltr">
        {JSON.stringify(output ? { input, output } : input, null, 2)}
      </pre>
    </details>
  )
}
