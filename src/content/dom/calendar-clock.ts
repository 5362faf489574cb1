import { isInput, type WriteOutcome } from './control.ts'
import { openRoots } from './composed-tree.ts'
import { setNativeValue } from './native-text.ts'
import { clickLikeMouse, enter, fireChange, fireInput, leave } from './page-events.ts'
import { settle } from './settle.ts'

/** Sets the hour and minute fields of an open clock. `minutes` since midnight. */
export async function writeClock(document: Document, minutes: number): Promise<WriteOutcome> {
  const hour = clockField(document, /hour|stunde|heure|hora/i)
  const minute = clockField(document, /minute|minuto/i)
  if (!hour || !minute) return 'unsupported'
  const half = clockHalf(document)
  const hours = Math.floor(minutes / 60)
  await setField(hour, half ? hours % 12 || 12 : hours)
  await setField(minute, minutes % 60)
  const isAfternoon = hours >= 12
  if (half && /p/i.test(half.textContent) !== isAfternoon) clickLikeMouse(half)
  await settle(document)
  return undefined
}

const describedAs = (element: Element): string =>
  `${element.getAttribute('aria-label') ?? ''} ${element.className} ${element.getAttribute('name') ?? ''}`

const clockField = (document: Document, name: RegExp): HTMLInputElement | undefined =>
  openRoots(document)
    .flatMap((root) => [...root.querySelectorAll('input[type=number],input[inputmode=numeric]')])
    .filter(isInput)
    .find((input) => name.test(describedAs(input)) && input.checkVisibility({ visibilityProperty: true }))

const clockHalf = (document: Document): HTMLElement | undefined =>
  [...document.querySelectorAll<HTMLElement>('[class*=am-pm i],[class*=meridiem i]')].find((element) =>
    element.checkVisibility({ visibilityProperty: true }),
  )

async function setField(input: HTMLInputElement, value: number): Promise<void> {
  enter(input)
  setNativeValue(input, String(value).padStart(2, '0'))
  fireInput(input, 'insertText', String(value))
  fireChange(input)
  leave(input)
  await settle(input.ownerDocument)
}
