import type { RememberChoice } from '../core/policy.ts'
import type { MessageKey } from './translate.ts'
import { useUi } from './ui-context.tsx'

export const rememberTexts: Record<RememberChoice, MessageKey> = {
  once: 'remember_once',
  fills_30_min: 'remember_fills',
  session: 'remember_session',
  always: 'remember_always',
}

type Props = {
  choices: readonly RememberChoice[]
  value: RememberChoice
  onChange: (choice: RememberChoice) => void
}

/** How long an approval counts; nothing to choose where only this time is possible. */
export function RememberSelect({ choices, value, onChange }: Props) {
  const { t } = useUi()
  if (choices.length < 2) return null
  return (
    <select
      class="remember"
      aria-label={t('remember')}
      value={value}
      onChange={(event) => {
        const choice = choices.find((offered) => offered === event.currentTarget.value)
        if (choice) onChange(choice)
      }}
    >
      {choices.map((choice) => (
        <option key={choice} value={choice}>
          {t(rememberTexts[choice])}
        </option>
      ))}
    </select>
  )
}
