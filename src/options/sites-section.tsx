import { send } from '../protocol/send.ts'
import { defaultSiteMode, type SiteMode } from '../core/policy.ts'
import { sites } from '../store/settings.ts'
import { Origin } from '../ui/origin.tsx'
import { SiteModeSelect } from '../ui/site-mode-select.tsx'
import { useUi } from '../ui/ui-context.tsx'
import { useWatched } from '../ui/use-watched.ts'
import { AddField } from './add-field.tsx'
import { parseOrigin } from './parse-origin.ts'
import { Section } from './section.tsx'
import { Cell, Table } from './table.tsx'

type Site = {
  mode?: SiteMode | undefined
  isAlwaysShared?: boolean | undefined
  isBlocked?: boolean | undefined
}

/** Sites that the person decided something about. */
export function SitesSection() {
  const { t } = useUi()
  const known = Object.entries(useWatched(sites) ?? {}).sort(([a], [b]) => a.localeCompare(b))
  return (
    <Section title="sites_title" about="sites_about">
      {known.length === 0 && <p class="none">{t('sites_none')}</p>}
      {known.length > 0 && (
        <Table
          name={t('sites_title')}
          columns={[t('column_site'), t('column_mode'), t('column_always'), t('column_blocked')]}
        >
          {known.map(([origin, site]) => (
            <SiteRow key={origin} origin={origin} site={site} />
          ))}
        </Table>
      )}
      <AddField
        label={t('site_to_block')}
        button={t('block')}
        placeholder="https://example.com"
        parse={parseOrigin}
        problem={t('not_an_address')}
        onAdd={(origin) => void send('site.block', { origin, isBlocked: true })}
      />
    </Section>
  )
}

function SiteRow({ origin, site }: { origin: string; site: Site }) {
  const { t } = useUi()
  return (
    <tr>
      <Cell label={t('column_site')}>
        <Origin origin={origin} />
      </Cell>
      <Cell label={t('column_mode')}>
        <SiteModeSelect
          mode={site.mode ?? defaultSiteMode}
          label={`${t('site_mode')}: ${origin}`}
          onChange={(mode) => void send('site.setMode', { origin, mode })}
        />
      </Cell>
      <Cell label={t('column_always')}>
        <input
          type="checkbox"
          aria-label={`${t('always_share')}: ${origin}`}
          checked={site.isAlwaysShared === true}
          onChange={(event) => void send('site.share', { origin, isAlways: event.currentTarget.checked })}
        />
      </Cell>
      <Cell label={t('column_blocked')}>
        <input
          type="checkbox"
          aria-label={`${t('block')}: ${origin}`}
          checked={site.isBlocked === true}
          onChange={(event) => void send('site.block', { origin, isBlocked: event.currentTarget.checked })}
        />
      </Cell>
    </tr>
  )
}
