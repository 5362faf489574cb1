import type { Control, ControlKind, ControlValue, WriteOutcome } from './control.ts'
import { ariaChoiceDriver } from './aria-choice.ts'
import { ariaCheckDriver, ariaRangeDriver } from './aria-toggle.ts'
import { ariaDateDriver } from './aria-date.ts'
import { calendarDriver } from './calendar.ts'
import { editorDriver } from './editor.ts'
import { checkboxDriver, checkboxesDriver, radioDriver } from './native-toggle.ts'
import { fileDriver } from './file-input.ts'
import { selectDriver } from './native-select.ts'
import { textDriver } from './native-text.ts'

/** How one kind of control is read and written. */
export type ControlDriver = {
  read(control: Control): ControlValue
  /**
   * Does what a person would do to make the value `wanted`; whether the page took it is found by reading again. On a
   * further `attempt` (from 1) by another way, where there is one.
   */
  write(control: Control, wanted: ControlValue, attempt: number): WriteOutcome | Promise<WriteOutcome>
  /** Ways of writing; 1 where absent. */
  attempts?: number
  /** Whether what is read counts as what was wanted; equality where absent. */
  isSame?(wanted: ControlValue, actual: ControlValue, control: Control): boolean
}

const drivers: Record<ControlKind, ControlDriver> = {
  text: textDriver,
  number: textDriver,
  range: textDriver,
  date: textDriver,
  time: textDriver,
  'datetime-local': textDriver,
  month: textDriver,
  week: textDriver,
  color: textDriver,
  checkbox: checkboxDriver,
  checkboxes: checkboxesDriver,
  radio: radioDriver,
  select: selectDriver,
  'select-multiple': selectDriver,
  file: fileDriver,
  editor: editorDriver,
  'aria-combobox': ariaChoiceDriver,
  'aria-listbox': ariaChoiceDriver,
  'aria-check': ariaCheckDriver,
  'aria-radiogroup': ariaChoiceDriver,
  'aria-range': ariaRangeDriver,
  'aria-date': ariaDateDriver,
  calendar: calendarDriver,
}

export const driverOf = (control: Control): ControlDriver => drivers[control.kind]

export const readControl = (control: Control): ControlValue => driverOf(control).read(control)

export function isSameValue(control: Control, wanted: ControlValue, actual: ControlValue): boolean {
  const driver = driverOf(control)
  return driver.isSame ? driver.isSame(wanted, actual, control) : isEqual(wanted, actual)
}

/** Deep enough for what controls hold. The order of several choices means nothing. */
export function isEqual(a: ControlValue, b: ControlValue): boolean {
  if (!Array.isArray(a) || !Array.isArray(b)) return a === b
  return a.length === b.length && [...a].every((item) => [...b].some((other) => isSameItem(item, other)))
}

const isSameItem = (a: string | File, b: string | File): boolean => {
  if (typeof a === 'string' || typeof b === 'string') return a === b
  return a.name === b.name && a.size === b.size && a.type === b.type
}
