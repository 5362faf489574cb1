import { useNow } from './use-now.ts'
import { useUi } from './ui-context.tsx'

/** Time left until `at`, epoch milliseconds; not read aloud every second. */
export function Countdown({ at }: { at: number }) {
  const { t } = useUi()
  const leftMs = at - useNow()
  if (leftMs <= 0) return <span class="countdown is-over">{t('expired')}</span>
  const text = toClock(leftMs)
  return (
    <span class={`countdown${leftMs < 60_000 ? ' is-short' : ''}`} role="timer" aria-live="off">
      {t('time_left', text)}
    </span>
  )
}

/** `9:41`, or `7:59:03` from an hour on. */
export function toClock(ms: number): string {
  const seconds = Math.ceil(ms / 1000)
  const parts = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, seconds % 60]
  const shown = parts[0] === 0 ? parts.slice(1) : parts
  return shown.map((part, index) => (index === 0 ? String(part) : String(part).padStart(2, '0'))).join(':')
}
