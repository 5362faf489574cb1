import { send } from '../protocol/send.ts'
import { agents, disconnectedAgents, forgottenAgents, linkState, type Agent } from '../store/agents.ts'
import { AgentName } from '../ui/agent-name.tsx'
import { PageText } from '../ui/page-text.tsx'
import { PairForm } from '../ui/pair-form.tsx'
import { Rich } from '../ui/rich.tsx'
import { toRelativeText } from '../ui/time-text.ts'
import { useUi } from '../ui/ui-context.tsx'
import { useNow } from '../ui/use-now.ts'
import { useWatched } from '../ui/use-watched.ts'
import { Section } from './section.tsx'

/** Paired agents: who they are, and how to stop them. */
export function AgentsSection() {
  const { t } = useUi()
  const paired = Object.values(useWatched(agents) ?? {}).sort((a, b) => b.lastSeenAt - a.lastSeenAt)
  const sessions = useWatched(linkState)?.sessions ?? []
  const disconnected = useWatched(disconnectedAgents) ?? []
  return (
    <Section title="agents" about="agents_about">
      {paired.length === 0 && <p class="none">{t('agents_none')}</p>}
      {paired.length > 0 && (
        <ul class="rows" aria-label={t('agents')}>
          {paired.map((agent) => (
            <AgentRow
              key={agent.agentId}
              agent={agent}
              isConnected={sessions.some(({ agentId }) => agentId === agent.agentId)}
              isDisconnected={disconnected.includes(agent.agentId)}
            />
          ))}
        </ul>
      )}
      <Forgotten />
      <PairForm />
    </Section>
  )
}

/** For an hour an agent can be had back as it was. */
function Forgotten() {
  const { t } = useUi()
  const forgotten = Object.values(useWatched(forgottenAgents) ?? {})
  return forgotten.map(({ agent: { agentId, name } }) => (
    <output key={agentId} class="removed">
      <Rich id="agent_forgotten" parts={[<PageText key="name" text={name} />]} />{' '}
      <button
        type="button"
        class="link"
        onClick={() => void send('agent.forget', { agentId, isForgotten: false })}
      >
        {t('undo')}
      </button>
    </output>
  ))
}

type RowProps = { agent: Agent; isConnected: boolean; isDisconnected: boolean }

function AgentRow({ agent, isConnected, isDisconnected }: RowProps) {
  const { t, locale } = useUi()
  const now = useNow()
  const { agentId, client, lastSeenAt, isBlocked = false } = agent
  return (
    <li>
      <div class="about">
        <AgentName agent={agent} />
        <span class="quiet">
          {client !== undefined && (
            <>
              <PageText text={client} /> ·{' '}
            </>
          )}
          {isConnected ? t('agent_connected') : t('agent_last_seen', toRelativeText(lastSeenAt, now, locale))}
        </span>
        {isDisconnected && <span class="chip">{t('agent_disconnected')}</span>}
        {isBlocked && <span class="chip is-strong">{t('agent_blocked')}</span>}
      </div>
      <div class="acts">
        {(isConnected || isDisconnected) && (
          <button
            type="button"
            onClick={() => void send('agent.disconnect', { agentId, isDisconnected: !isDisconnected })}
          >
            {t(isDisconnected ? 'connect_again' : 'disconnect')}
          </button>
        )}
        <button type="button" onClick={() => void send('agent.block', { agentId, isBlocked: !isBlocked })}>
          {t(isBlocked ? 'agent_unblock' : 'agent_block')}
        </button>
        <button type="button" onClick={() => void send('agent.forget', { agentId })}>
          {t('agent_forget')}
        </button>
      </div>
    </li>
  )
}
