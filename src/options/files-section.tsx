import { send } from '../protocol/send.ts'
import type { Settings } from '../protocol/settings-schema.ts'
import { useUi } from '../ui/ui-context.tsx'
import { EditableList } from './editable-list.tsx'
import { NumberSetting } from './number-setting.tsx'
import { parseFileOrigin } from './parse-origin.ts'
import { Section } from './section.tsx'

const mebibyte = 1024 * 1024

/** Whether agents may name a file by its address, and from where. */
export function FilesSection({ settings }: { settings: Settings }) {
  const { t } = useUi()
  return (
    <Section title="files_title" about="files_about">
      <label class="check">
        <input
          type="checkbox"
          checked={settings.hasFileUrls}
          onChange={(event) => void send('settings.change', { hasFileUrls: event.currentTarget.checked })}
        />
        {t('files_allow')}
      </label>
      {settings.hasFileUrls && (
        <>
          <EditableList
            name={t('files_origins')}
            items={settings.fileOrigins}
            addLabel={t('files_add')}
            placeholder="https://files.example.com"
            parse={parseFileOrigin}
            problem={t('files_not_https')}
            onChange={(fileOrigins) => void send('settings.change', { fileOrigins })}
          />
          <NumberSetting
            label={t('files_max')}
            value={Math.round(settings.maxFileBytes / mebibyte)}
            min={1}
            max={100}
            onChange={(size) => void send('settings.change', { maxFileBytes: size * mebibyte })}
          />
        </>
      )}
    </Section>
  )
}
