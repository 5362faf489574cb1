import { send } from '../protocol/send.ts'
import type { Settings } from '../protocol/settings-schema.ts'
import { useUi } from '../ui/ui-context.tsx'
import { NumberSetting } from './number-setting.tsx'
import { Section } from './section.tsx'

/** How much of the history is kept. */
export function HistorySection({ settings }: { settings: Settings }) {
  const { t } = useUi()
  return (
    <Section title="retention_title" about="retention_about">
      <NumberSetting
        label={t('retention_days')}
        value={settings.retentionDays}
        min={1}
        max={3650}
        onChange={(retentionDays) => void send('settings.change', { retentionDays })}
      />
      <NumberSetting
        label={t('retention_count')}
        value={settings.retentionCount}
        min={100}
        max={1_000_000}
        onChange={(retentionCount) => void send('settings.change', { retentionCount })}
      />
    </Section>
  )
}
