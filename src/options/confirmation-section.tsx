import { useId } from 'preact/hooks'
import { send } from '../protocol/send.ts'
import type { Settings } from '../protocol/settings-schema.ts'
import type { MessageKey } from '../ui/translate.ts'
import { useUi } from '../ui/ui-context.tsx'
import { Section } from './section.tsx'

const expiries: readonly [Settings['confirmationTtlMs'], MessageKey][] = [
  [600_000, 'expiry_10_min'],
  [3_600_000, 'expiry_1_h'],
  [28_800_000, 'expiry_8_h'],
]

type Switch = 'isNotifying' | 'isPopupOpenedOnRequest' | 'isHighlighting'
const switches: readonly [Switch, MessageKey][] = [
  ['isNotifying', 'setting_notify'],
  ['isPopupOpenedOnRequest', 'setting_open_popup'],
  ['isHighlighting', 'setting_highlight'],
]

/** How a request reaches the person, and how long it waits. */
export function ConfirmationSection({ settings }: { settings: Settings }) {
  const { t } = useUi()
  const id = useId()
  return (
    <Section title="confirmation_title" about="confirmation_about">
      <div class="setting">
        <label for={id}>{t('expiry')}</label>
        <select
          id={id}
          value={String(settings.confirmationTtlMs)}
          onChange={(event) => {
            const chosen = expiries.find(([ms]) => String(ms) === event.currentTarget.value)
            if (chosen) void send('settings.change', { confirmationTtlMs: chosen[0] })
          }}
        >
          {expiries.map(([ms, text]) => (
            <option key={ms} value={String(ms)}>
              {t(text)}
            </option>
          ))}
        </select>
      </div>
      {switches.map(([name, text]) => (
        <label key={name} class="check">
          <input
            type="checkbox"
            checked={settings[name]}
            onChange={(event) => void send('settings.change', { [name]: event.currentTarget.checked })}
          />
          {t(text)}
        </label>
      ))}
    </Section>
  )
}
