import { siteModes, type SiteMode } from '../core/policy.ts'
import type { MessageKey } from './translate.ts'
import { useUi } from './ui-context.tsx'

const texts: Record<SiteMode, MessageKey> = {
  ask_all: 'mode_ask_all',
  ask_consequential: 'mode_ask_consequential',
  read_only: 'mode_read_only',
}

type Props = { mode: SiteMode; label?: string; onChange: (mode: SiteMode) => void }

/** When agents must ask on a site. */
export function SiteModeSelect({ mode, label, onChange }: Props) {
  const { t } = useUi()
  return (
    <select
      aria-label={label ?? t('site_mode')}
      value={mode}
      onChange={(event) => {
        const chosen = siteModes.find((offered) => offered === event.currentTarget.value)
        if (chosen) onChange(chosen)
      }}
    >
      {siteModes.map((option) => (
        <option key={option} value={option}>
          {t(texts[option])}
        </option>
      ))}
    </select>
  )
}
