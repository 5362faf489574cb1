const units = [
  ['day', 86_400_000],
  ['hour', 3_600_000],
  ['minute', 60_000],
] as const

/** `3 hours ago`, `in 20 minutes`; below a minute, `now`. Epoch milliseconds. */
export function toRelativeText(at: number, now: number, locale: string): string {
  const format = new Intl.RelativeTimeFormat(locale, { numeric: 'auto' })
  const awayMs = at - now
  for (const [unit, ms] of units) {
    if (Math.abs(awayMs) >= ms) return format.format(Math.trunc(awayMs / ms), unit)
  }
  return format.format(0, 'second')
}
