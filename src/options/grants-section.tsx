import { send } from '../protocol/send.ts'
import { agents } from '../store/agents.ts'
import { lastingGrants, sessionGrants, type Grant } from '../store/grants.ts'
import { Origin } from '../ui/origin.tsx'
import { PageText } from '../ui/page-text.tsx'
import { toRelativeText } from '../ui/time-text.ts'
import { useUi } from '../ui/ui-context.tsx'
import { useNow } from '../ui/use-now.ts'
import { useWatched } from '../ui/use-watched.ts'
import { Section } from './section.tsx'
import { Cell, Table } from './table.tsx'

type Shown = Grant & { isLasting: boolean }

/** What agents may do without asking, and the way to take it back. */
export function GrantsSection() {
  const { t } = useUi()
  const lasting = useWatched(lastingGrants) ?? []
  const session = useWatched(sessionGrants) ?? []
  const paired = useWatched(agents) ?? {}
  const now = useNow()
  const all: Shown[] = [
    ...lasting.map((grant) => ({ ...grant, isLasting: true })),
    ...session.map((grant) => ({ ...grant, isLasting: false })),
  ]
  const shown = all
    .filter(({ expiresAt }) => expiresAt === undefined || expiresAt > now)
    // Those of an agent that was forgotten come back with it.
    .filter(({ agentId }) => Object.hasOwn(paired, agentId))
    .sort((a, b) => b.createdAt - a.createdAt)
  return (
    <Section title="grants_title" about="grants_about">
      {shown.length === 0 ? <p class="none">{t('grants_none')}</p> : <GrantTable grants={shown} now={now} />}
    </Section>
  )
}

function GrantTable({ grants, now }: { grants: Shown[]; now: number }) {
  const { t } = useUi()
  return (
    <Table
      name={t('grants_title')}
      columns={[
        t('column_agent'),
        t('column_site'),
        t('column_covers'),
        t('column_until'),
        t('column_used'),
        <span key="action" class="visually-hidden">
          {t('column_action')}
        </span>,
      ]}
    >
      {grants.map((grant) => (
        <GrantRow key={grant.grantId} grant={grant} now={now} />
      ))}
    </Table>
  )
}

function GrantRow({ grant, now }: { grant: Shown; now: number }) {
  const { t, locale } = useUi()
  const isRevoked = grant.revokedAt !== undefined
  return (
    <tr class={isRevoked ? 'is-revoked' : ''}>
      <Cell label={t('column_agent')}>
        <PageText text={grant.agentName} />
      </Cell>
      <Cell label={t('column_site')}>
        <Origin origin={grant.origin} />
      </Cell>
      <Cell label={t('column_covers')}>
        <Covers grant={grant} />
      </Cell>
      <Cell label={t('column_until')}>{until(grant, now)}</Cell>
      <Cell label={t('column_used')}>
        {grant.lastUsedAt === undefined ? '–' : toRelativeText(grant.lastUsedAt, now, locale)}
      </Cell>
      <Cell class="action">
        {isRevoked && <span class="quiet">{t('revoked')}</span>}
        <button
          type="button"
          onClick={() => void send('grant.revoke', { grantId: grant.grantId, isRevoked: !isRevoked })}
        >
          {t(isRevoked ? 'undo' : 'revoke')}
        </button>
      </Cell>
    </tr>
  )

  function until({ isLasting, expiresAt }: Shown, at: number): string {
    if (expiresAt !== undefined) return toRelativeText(expiresAt, at, locale)
    return t(isLasting ? 'until_revoked' : 'until_browser_closes')
  }
}

function Covers({ grant }: { grant: Grant }) {
  const { t } = useUi()
  if (grant.covers === 'fills') return <>{t('covers_fills')}</>
  return (
    <>
      <PageText text={grant.title ?? grant.tool} />
      {grant.covers === 'read' && <span class="chip">{t('effect_reads')}</span>}
    </>
  )
}
