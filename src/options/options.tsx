import { settingsChanges, withInitial } from '../store/settings.ts'
import { useUi } from '../ui/ui-context.tsx'
import { useWatched } from '../ui/use-watched.ts'
import { AgentsSection } from './agents-section.tsx'
import { ConfirmationSection } from './confirmation-section.tsx'
import { FilesSection } from './files-section.tsx'
import { GrantsSection } from './grants-section.tsx'
import { HistorySection } from './history-section.tsx'
import { RedactionSection } from './redaction-section.tsx'
import { SitesSection } from './sites-section.tsx'

/** Everything that lasts, and how to take it back. Each change counts at once. */
export function Options() {
  const { t } = useUi()
  const changes = useWatched(settingsChanges)
  document.title = `${t('options')} · ${t('extension_name')}`
  if (!changes) return null
  const settings = withInitial(changes)
  return (
    <main>
      <h1>{t('options_title')}</h1>
      <p class="quiet">{t('options_intro')}</p>
      <GrantsSection />
      <AgentsSection />
      <SitesSection />
      <RedactionSection rules={settings.redactionRules} />
      <ConfirmationSection settings={settings} />
      <FilesSection settings={settings} />
      <HistorySection settings={settings} />
    </main>
  )
}
