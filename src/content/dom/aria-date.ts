import { asText, type Control, type ControlValue, type WriteOutcome } from './control.ts'
import type { ControlDriver } from './control-driver.ts'
import { partsOf } from './find-controls.ts'
import { runEditCommand } from './native-text.ts'
import { asOurs } from './own-events.ts'
import { focusReally, leave, press } from './page-events.ts'
import { settle } from './settle.ts'

type PartName = 'year' | 'month' | 'day' | 'hour' | 'minute' | 'second' | 'half'

/** A date, a time or both in parts, read and written as `yyyy-mm-dd`, `hh:mm` or `yyyy-mm-ddThh:mm`. */
export const ariaDateDriver: ControlDriver = {
  read: readParts,
  write: writeParts,
  isSame: (wanted, actual) => normal(wanted) === normal(actual),
}

const normal = (value: ControlValue): string =>
  asText(value).replace(/:00$/, (end, at: number) => (at > 3 ? '' : end))

/** Which part is which, by the bounds that it says of itself. */
function namedParts(holder: Element): Map<PartName, HTMLElement> {
  const named = new Map<PartName, HTMLElement>()
  const parts = partsOf(holder)
  const hasDate = parts.some((part) => maxOf(part) > 1000)
  for (const part of parts) named.set(nameOf(part, hasDate && !named.has('month'), named), part)
  return named
}

const maxOf = (part: Element): number => Number(part.getAttribute('aria-valuemax') ?? Number.NaN)

function nameOf(part: Element, isMonthOpen: boolean, named: ReadonlyMap<PartName, unknown>): PartName {
  const max = maxOf(part)
  if (max > 1000) return 'year'
  if (max >= 28 && max <= 31) return 'day'
  if (max === 12 && isMonthOpen) return 'month'
  if (max === 12 || max === 23 || max === 24) return 'hour'
  if (max === 59) return named.has('minute') ? 'second' : 'minute'
  return 'half'
}

const two = (number: number): string => String(number).padStart(2, '0')

function readParts(control: Control): ControlValue {
  const parts = namedParts(control.element)
  const at = (name: PartName): number => Number(parts.get(name)?.getAttribute('aria-valuenow') ?? Number.NaN)
  const isFilled = [...parts.keys()].every((name) => name === 'half' || !Number.isNaN(at(name)))
  if (!isFilled) return null
  const date = parts.has('year')
    ? `${String(at('year')).padStart(4, '0')}-${two(at('month'))}-${two(at('day'))}`
    : ''
  const time = parts.has('hour') ? `${two(hourOf(parts, at('hour')))}:${two(at('minute'))}` : ''
  return [date, time].filter(Boolean).join('T')
}

function hourOf(parts: ReadonlyMap<PartName, HTMLElement>, shown: number): number {
  const half = parts.get('half')
  if (!half) return shown
  return (shown % 12) + (/p/i.test(half.textContent) ? 12 : 0)
}

async function writeParts(control: Control, wanted: ControlValue): Promise<WriteOutcome> {
  const parts = namedParts(control.element)
  const values = wanted === null ? null : valuesOf(asText(wanted), parts.has('half'))
  if (wanted !== null && values === null) return 'unsupported'
  for (const [name, part] of parts) {
    focusReally(part)
    await settle(part.ownerDocument)
    if (values === null) press(part, 'Delete')
    else await typeInto(part, values[name] ?? '')
    await settle(part.ownerDocument)
    leave(part)
  }
  return undefined
}

function valuesOf(text: string, isTwelve: boolean): Partial<Record<PartName, string>> | null {
  const found =
    /^(?:(?<year>\d{4})-(?<month>\d\d)-(?<day>\d\d))?T?(?:(?<hour>\d\d):(?<minute>\d\d)(?::(?<second>\d\d))?)?$/.exec(
      text,
    )
  if (!found?.groups || text === '') return null
  const { hour } = found.groups
  if (hour === undefined) return found.groups
  const shownHour = isTwelve ? two(Number(hour) % 12 || 12) : hour
  return { second: '00', ...found.groups, hour: shownHour, half: Number(hour) >= 12 ? 'p' : 'a' }
}

/** Digit by digit; the part draws itself anew after each. */
async function typeInto(part: HTMLElement, text: string): Promise<void> {
  for (const character of text) {
    asOurs(() => {
      part.ownerDocument.getSelection()?.selectAllChildren(part)
      runEditCommand(part.ownerDocument, character)
    })
    await settle(part.ownerDocument)
  }
}
