import type { Outcome } from '../../store/history-segments.ts'
import type { HistoryEntry } from '../../store/history.ts'
import type { MessageKey, Translate } from '../../ui/translate.ts'

const outcomes: Record<Outcome, MessageKey> = {
  held: 'panel_outcome_held',
  running: 'panel_outcome_running',
  ok: 'panel_outcome_ok',
  invalid: 'panel_outcome_invalid',
  refused: 'panel_outcome_refused',
  needs_confirmation: 'panel_outcome_held',
  cancelled: 'panel_outcome_cancelled',
  error: 'panel_outcome_error',
  undone: 'panel_outcome_undone',
}

const cancellations: Record<NonNullable<HistoryEntry['by']>, MessageKey> = {
  operator: 'panel_outcome_rejected',
  signal: 'panel_outcome_aborted',
  policy: 'panel_outcome_policy',
}

/** `by` tells a rejection from an abort where it is known. */
export const outcomeText = (t: Translate, outcome: Outcome, by?: HistoryEntry['by']): string =>
  t(outcome === 'cancelled' && by !== undefined ? cancellations[by] : outcomes[outcome])

export const isOutcome = (value: string): value is Outcome => Object.hasOwn(outcomes, value)

const deciders: Record<NonNullable<HistoryEntry['decidedBy']>, MessageKey> = {
  person: 'panel_decided_person',
  grant: 'panel_decided_grant',
  mode: 'panel_decided_mode',
  hints: 'panel_decided_hints',
}

/** Who or what let the call run or stopped it. */
export function deciderText(t: Translate, entry: HistoryEntry): string | undefined {
  if (entry.caller === 'human') return t('panel_decided_self')
  return entry.decidedBy && t(deciders[entry.decidedBy])
}

/** The tool's title, and its name where it has none. */
export const titleOf = (entry: HistoryEntry): string =>
  entry.title !== undefined && entry.title !== '' ? entry.title : entry.tool

/** Milliseconds as a person says them: `12 ms`, `3.4 s`, `2 min`. */
export function durationText(durationMs: number, locale: string): string {
  const [value, unit] =
    durationMs < 1_000
      ? ([durationMs, 'millisecond'] as const)
      : durationMs < 120_000
        ? ([durationMs / 1_000, 'second'] as const)
        : ([durationMs / 60_000, 'minute'] as const)
  const maximumFractionDigits = unit === 'second' && value < 10 ? 1 : 0
  return numberFormatOf(locale, { style: 'unit', unit, unitDisplay: 'short', maximumFractionDigits }).format(
    value,
  )
}

// A format costs more to make than a whole row to draw.
const numberFormats = new Map<string, Intl.NumberFormat>()
const numberFormatOf = (locale: string, options: Intl.NumberFormatOptions): Intl.NumberFormat => {
  const key = locale + JSON.stringify(options)
  const known = numberFormats.get(key) ?? new Intl.NumberFormat(locale, options)
  numberFormats.set(key, known)
  return known
}

export const countText = (count: number, locale: string): string => numberFormatOf(locale, {}).format(count)

const formats = new Map<string, Intl.DateTimeFormat>()
const formatOf = (locale: string, options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat => {
  const key = locale + JSON.stringify(options)
  const known = formats.get(key) ?? new Intl.DateTimeFormat(locale, options)
  formats.set(key, known)
  return known
}

export const timeText = (atMs: number, locale: string): string =>
  formatOf(locale, { timeStyle: 'short' }).format(atMs)

export const momentText = (atMs: number, locale: string): string =>
  formatOf(locale, { dateStyle: 'medium', timeStyle: 'medium' }).format(atMs)

/** Today and yesterday by these words, other days by their date. */
export function dayText(startsAt: number, t: Translate, locale: string): string {
  const today = new Date().setHours(0, 0, 0, 0)
  const yesterday = new Date(today - 1).setHours(0, 0, 0, 0)
  const year = new Date(startsAt).getFullYear() === new Date(today).getFullYear() ? undefined : 'numeric'
  const date = formatOf(locale, { weekday: 'long', day: 'numeric', month: 'long', year }).format(startsAt)
  if (startsAt === today) return t('panel_today', date)
  return startsAt === yesterday ? t('panel_yesterday', date) : date
}
