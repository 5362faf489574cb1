import { asText, type Control, type ControlValue, isTextArea, type WriteOutcome } from './control.ts'
import type { ControlDriver } from './control-driver.ts'
import { asOurs } from './own-events.ts'
import { clearButtonOf } from './clear-button.ts'
import {
  clickLikeMouse,
  enter,
  fireBeforeInput,
  fireChange,
  fireInput,
  fireKey,
  focusReally,
  leave,
  press,
} from './page-events.ts'

type TextElement = HTMLInputElement | HTMLTextAreaElement

/**
 * Frameworks shadow `value` on the element itself to keep track of it. What they define in the page's world is not
 * seen in ours: here the setter is always the browser's own.
 */
export const setNativeValue = (element: TextElement, value: string): void => {
  element.value = value
}

export const textDriver: ControlDriver = {
  attempts: 3,
  read: (control) => {
    const { value } = textElement(control)
    if (value === '') return null
    return isNumeric(control) ? Number(value) : value
  },
  write: writeText,
  isSame: (wanted, actual, control) =>
    isNumeric(control)
      ? wanted === actual
      : isSameText(wanted, actual) || isSameTime(control, wanted, actual),
}

const textElement = (control: Control): TextElement => control.element as TextElement

const isNumeric = (control: Control): boolean => control.kind === 'number' || control.kind === 'range'

/** A masked field adds marks between what one types. Points and commas change the meaning and do not count. */
export function isSameText(wanted: ControlValue, actual: ControlValue): boolean {
  const [want, got] = [plain(wanted), plain(actual)]
  if (want === got) return true
  if (want === '' && isBlankMask(got)) return true
  if (want === '' || got.length <= want.length) return false
  return isFormatted(want, got)
}

const plain = (value: ControlValue): string =>
  typeof value === 'string' || typeof value === 'number' ? String(value).replace(/\r\n?/g, '\n') : ''

/** What a mask shows in a field that nothing was typed into. */
const isBlankMask = (text: string): boolean => text.includes('_') && /^[\s()+/:._-]+$/.test(text)

/** Each character in order, with nothing but separators between; only for what is made of digits. */
function isFormatted(want: string, got: string): boolean {
  if (!/^[\d\s()+/:-]+$/.test(want)) return false
  let at = 0
  for (const character of got) {
    if (character === want[at]) at++
    else if (!/[\s()+/:_-]/.test(character)) return false
  }
  return at === want.length
}

/** The browser drops seconds of zero. */
const isSameTime = (control: Control, wanted: ControlValue, actual: ControlValue): boolean =>
  (control.kind === 'time' || control.kind === 'datetime-local') &&
  withoutZeroSeconds(plain(wanted)) === withoutZeroSeconds(plain(actual))

const withoutZeroSeconds = (text: string): string =>
  text.replace(/(T?\d\d:\d\d):00(\.0+)?$/, '$1').replace(' ', 'T')

function writeText(control: Control, wanted: ControlValue, attempt: number): WriteOutcome {
  const element = textElement(control)
  const text = asText(wanted).replace(/\r\n?/g, '\n')
  if (attempt > 0 && !isTyped(element)) return undefined
  if (attempt === 0) replaceValue(element, text)
  else if (text === '' && attempt === 1 && clearButtonOf(element)) pressClear(element)
  else if (attempt === 1) insertText(element, text)
  else typeText(element, text)
  return undefined
}

/** Editing commands work on what one types into, not on pickers. */
const isTyped = (element: TextElement): boolean =>
  isTextArea(element) ||
  ['text', 'search', 'tel', 'url', 'password', 'email', 'number'].includes(element.type)

/** What autofill does: the whole value at once, with the events that typing ends in. */
function replaceValue(element: TextElement, text: string): void {
  enter(element)
  const key = text.slice(-1) || 'Backspace'
  fireKey(element, 'keydown', key)
  const inputType = text === '' ? 'deleteContentBackward' : 'insertText'
  if (fireBeforeInput(element, inputType, text || null)) {
    setNativeValue(element, text)
    fireInput(element, inputType, text || null)
  }
  fireKey(element, 'keyup', key)
  fireChange(element)
  leave(element)
}

/** As a paste of plain text would: the browser edits, so that its events are its own. */
function insertText(element: TextElement, text: string): void {
  focusReally(element)
  asOurs(() => {
    element.select()
    runEditCommand(element.ownerDocument, text)
  })
  if (isPicker(element)) press(element, 'Enter')
  fireChange(element)
  leave(element)
}

/** A picker's text counts once Enter was pressed. */
const isPicker = (element: Element): boolean => element.closest('[class*=picker i]') !== null

function pressClear(element: TextElement): void {
  const button = clearButtonOf(element)
  enter(element)
  if (button) clickLikeMouse(button)
  leave(element)
}

/** Character by character, for fields that only follow the keyboard. */
function typeText(element: TextElement, text: string): void {
  focusReally(element)
  asOurs(() => {
    element.select()
    runEditCommand(element.ownerDocument, '')
  })
  for (const character of text) {
    if (fireKey(element, 'keydown', character)) asOurs(() => runEditCommand(element.ownerDocument, character))
    fireKey(element, 'keyup', character)
  }
  fireChange(element)
  leave(element)
}

/** The one way to edit as the keyboard does; it is deprecated and nothing has taken its place. */
export const runEditCommand = (document: Document, text: string): boolean =>
  // oxlint-disable-next-line typescript/no-deprecated
  text === '' ? document.execCommand('delete') : document.execCommand('insertText', false, text)
