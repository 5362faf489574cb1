import { useEffect } from 'preact/hooks'
import { send } from '../protocol/send.ts'
import { agents, linkState } from '../store/agents.ts'
import { shares } from '../store/shares.ts'
import { PageText } from '../ui/page-text.tsx'
import type { MessageKey } from '../ui/translate.ts'
import { useUi } from '../ui/ui-context.tsx'
import { useWatched } from '../ui/use-watched.ts'

type Link = { name: MessageKey; isGood: boolean; text: string }

/** How far the way from the agent to a page is there, live. */
export function Chain() {
  const { t } = useUi()
  const link = useWatched(linkState)
  const paired = useWatched(agents)
  const shared = useWatched(shares)
  useEffect(() => void send('link.connect', {}).catch(() => undefined), [])
  if (!link || !paired || !shared) return null
  const names = link.sessions.flatMap(({ agentId }) => paired[agentId]?.name ?? [])
  const pages = Object.values(shared).filter(({ suspendedAt }) => suspendedAt === undefined)
  const isConnected = link.state === 'connected'
  const links: Link[] = [
    {
      name: 'chain_companion',
      isGood: isConnected,
      text: isConnected ? t('chain_companion_found') : t('chain_companion_missing'),
    },
    {
      name: 'chain_agent',
      isGood: names.length > 0,
      text:
        names.length > 0
          ? names.join(', ')
          : t(link.unpaired.length > 0 ? 'chain_agent_unpaired' : 'chain_agent_missing'),
    },
    {
      name: 'chain_page',
      isGood: pages.length > 0,
      text: pages.length > 0 ? t('chain_page_shared', pages.length) : t('chain_page_missing'),
    },
  ]
  return (
    <section class="chain" aria-label={t('chain_title')}>
      <h2>{t('chain_title')}</h2>
      <ol>
        {links.map(({ name, isGood, text }) => (
          <li key={name} class={isGood ? 'is-good' : ''}>
            <span class="mark" aria-hidden="true" />
            <strong>{t(name)}</strong>
            <span class="visually-hidden">{t(isGood ? 'chain_good' : 'chain_open')}</span>
            <span class="quiet">
              <PageText text={text} />
            </span>
          </li>
        ))}
      </ol>
    </section>
  )
}
