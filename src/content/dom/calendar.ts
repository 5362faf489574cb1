import { asText, type Control, type ControlValue, isInput, type WriteOutcome } from './control.ts'
import type { ControlDriver } from './control-driver.ts'
import { readDay, type Day, isSameDay, showDay, visibleDays } from './calendar-days.ts'
import { writeClock } from './calendar-clock.ts'
import { clearButtonOf } from './clear-button.ts'
import { bringIntoView, clickLikeMouse, focusReally, leave, press } from './page-events.ts'
import { settle, waitFor } from './settle.ts'
import { shownValue } from './shown-value.ts'

const openWaitMs = 2000

/** A field that only takes what is chosen in the calendar or clock it opens. */
export const calendarDriver: ControlDriver = {
  read: (control) => (isInput(control.element) ? control.element.value || null : shownValue(control.element)),
  write: writeCalendar,
  isSame: (wanted, actual) => wanted === actual || isSameMoment(asText(wanted), asText(actual)),
}

function isSameMoment(wanted: string, actual: string): boolean {
  const [want, got] = [readDay(wanted), readDay(actual)]
  if (want && got) return isSameDay(want, got)
  return want === null && got === null && clockOf(wanted) !== null && clockOf(wanted) === clockOf(actual)
}

/** Minutes since midnight. */
export function clockOf(text: string): number | null {
  const found = /^(\d{1,2}):(\d\d)(?::\d\d)?\s*([ap]m)?$/i.exec(text.trim())
  if (!found) return null
  const [, hour = '', minute = '', half = ''] = found
  const twelve = half === '' ? Number(hour) : (Number(hour) % 12) + (/p/i.test(half) ? 12 : 0)
  return twelve * 60 + Number(minute)
}

async function writeCalendar(control: Control, wanted: ControlValue): Promise<WriteOutcome> {
  const { element } = control
  if (wanted === null) return clearCalendar(element)
  const text = asText(wanted)
  const [day, clock] = [readDay(text), clockOf(text)]
  if (!day && clock === null) return 'unsupported'
  const before = new Set(visibleDays(element.ownerDocument).map((cell) => cell.element))
  bringIntoView(element)
  focusReally(element)
  clickLikeMouse(element)
  await settle(element.ownerDocument)
  const outcome = day
    ? await chooseDay(element, day, before)
    : await writeClock(element.ownerDocument, clock ?? 0)
  await settle(element.ownerDocument)
  if (outcome !== undefined) press(element, 'Escape')
  leave(element)
  return outcome
}

/** By its own button, or by the key that empties it. */
async function clearCalendar(element: HTMLElement): Promise<WriteOutcome> {
  const button = clearButtonOf(element)
  bringIntoView(element)
  focusReally(element)
  if (button) clickLikeMouse(button)
  else press(element, 'Backspace')
  await settle(element.ownerDocument)
  press(element, 'Escape')
  leave(element)
  return undefined
}

/** `before`: cells of another calendar that is still closing. */
async function chooseDay(
  element: HTMLElement,
  day: Day,
  before: ReadonlySet<Element>,
): Promise<WriteOutcome> {
  const { ownerDocument } = element
  const isOpen = (): true | undefined => (visibleDays(ownerDocument, before).length > 0 ? true : undefined)
  if (!(await waitFor(ownerDocument, isOpen, openWaitMs))) return 'unsupported'
  const cell = await showDay(ownerDocument, day, before)
  if (!cell) return 'unsupported'
  if (cell.matches('[disabled],[aria-disabled=true],[class*=disabled i]')) return 'disabled'
  clickLikeMouse(cell)
  return undefined
}
