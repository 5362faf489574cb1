import { send } from '../protocol/send.ts'
import { agents, disconnectedAgents, linkState, type Agent, type LinkState } from '../store/agents.ts'
import { AgentName } from '../ui/agent-name.tsx'
import { PageText } from '../ui/page-text.tsx'
import { PairForm } from '../ui/pair-form.tsx'
import { Rich } from '../ui/rich.tsx'
import { useUi } from '../ui/ui-context.tsx'
import { useWatched } from '../ui/use-watched.ts'

/** Connected agents, pairing, and the switch that stops them all. */
export function AgentsSection({ isPaused }: { isPaused: boolean }) {
  const { t } = useUi()
  const link = useWatched(linkState)
  const paired = useWatched(agents)
  return (
    <section class="agents" aria-label={t('agents')}>
      <div class="row">
        <h2>{t('agents')}</h2>
        <label class="check">
          <input
            type="checkbox"
            role="switch"
            checked={isPaused}
            aria-checked={isPaused}
            onChange={(event) => void send('agents.pause', { isPaused: event.currentTarget.checked })}
          />
          {t('pause_all')}
        </label>
      </div>
      {link && paired && <Sessions link={link} paired={paired} />}
      <PairForm />
    </section>
  )
}

function Sessions({ link, paired }: { link: LinkState; paired: Record<string, Agent> }) {
  const { t } = useUi()
  const disconnected = (useWatched(disconnectedAgents) ?? []).flatMap((agentId) => paired[agentId] ?? [])
  const shown = link.sessions.flatMap((session) => {
    const agent = paired[session.agentId]
    return agent ? [{ session, agent }] : []
  })
  return (
    <ul class="sessions">
      {shown.map(({ session, agent }) => (
        <li key={session.sessionId}>
          <AgentName agent={{ ...agent, ordinal: session.ordinal, folder: session.folder }} />
          <button
            type="button"
            class="link"
            onClick={() => void send('agent.disconnect', { agentId: agent.agentId })}
          >
            {t('disconnect')}
          </button>
        </li>
      ))}
      {disconnected.map((agent) => (
        <li key={agent.agentId}>
          <AgentName agent={agent} />
          <span class="quiet">{t('agent_disconnected')}</span>
          <button
            type="button"
            class="link"
            onClick={() => void send('agent.disconnect', { agentId: agent.agentId, isDisconnected: false })}
          >
            {t('connect_again')}
          </button>
        </li>
      ))}
      {shown.length + disconnected.length === 0 && <li class="quiet">{t('no_agent_connected')}</li>}
      {link.unpaired.map(({ sessionId, name }) => (
        <li key={sessionId} class="quiet">
          <span>
            <Rich id="agent_wants_pairing" parts={[<PageText key="name" text={name} />]} />
          </span>
        </li>
      ))}
    </ul>
  )
}
