import { PageText } from './page-text.tsx'
import { useUi } from './ui-context.tsx'

export type ShownAgent = {
  agentId: string
  name: string
  colour: string
  folder?: string | undefined
  ordinal?: number | undefined
}

/** An agent by its colour, label, ordinal and working folder. The label is the agent's own word. */
export function AgentName({ agent }: { agent: ShownAgent | null }) {
  const { t } = useUi()
  if (!agent) return <span class="agent">{t('page_assistant')}</span>
  return (
    <span class="agent">
      <span
        class={`agent-dot agent-${/^c[1-8]$/.test(agent.colour) ? agent.colour : 'c1'}`}
        aria-hidden="true"
      />
      <strong>
        <PageText text={agent.name} />
        {agent.ordinal !== undefined && agent.ordinal > 1 && <> {agent.ordinal}</>}
      </strong>
      {agent.folder !== undefined && (
        <span class="agent-folder" title={agent.folder}>
          <bdi dir="ltr">{shortFolder(agent.folder)}</bdi>
        </span>
      )}
    </span>
  )
}

const shortFolder = (folder: string): string => folder.replace(/^\/(?:home|Users)\/[^/]+/, '~')
