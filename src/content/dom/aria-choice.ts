import {
  asText,
  asTexts,
  type Choice,
  type Control,
  type ControlValue,
  type WriteOutcome,
} from './control.ts'
import type { ControlDriver } from './control-driver.ts'
import { findChoice, fold, optionChoice, optionsOf } from './choices.ts'
import { clearButtonOf, clearTyped } from './combobox-clear.ts'
import { openCombobox, type OpenList } from './combobox-list.ts'
import { clickLikeMouse, focusReally, leave, press } from './page-events.ts'
import { settle } from './settle.ts'
import { shownValue } from './shown-value.ts'

export const ariaChoiceDriver: ControlDriver = {
  read: (control) => (control.kind === 'aria-combobox' ? shownValue(control.element) : readOptions(control)),
  write: (control, wanted) =>
    control.kind === 'aria-combobox' ? writeCombobox(control, wanted) : writeOptions(control, wanted),
  isSame: isSameChoice,
}

const isMultiple = (control: Control): boolean =>
  control.element.getAttribute('aria-multiselectable') === 'true'

const isChosen = (option: Element): boolean =>
  option.getAttribute('aria-selected') === 'true' || option.getAttribute('aria-checked') === 'true'

function readOptions(control: Control): ControlValue {
  const chosen = optionsOf(control)
    .filter(isChosen)
    .map((option) => optionChoice(option).value)
  return isMultiple(control) ? chosen : (chosen[0] ?? null)
}

/** What is shown of a choice may say a little more or less than its option did. */
function isSameChoice(wanted: ControlValue, actual: ControlValue): boolean {
  const [want, got] = [asTexts(wanted).map(fold), asTexts(actual).map(fold)]
  if (want.length !== got.length) return false
  return want.every((value) => got.some((shown) => isSameTitle(value, shown)))
}

const isSameTitle = (value: string, shown: string): boolean =>
  value === shown ||
  (shown.length > 1 && ` ${value} `.includes(` ${shown} `)) ||
  ` ${shown} `.includes(` ${value} `)

/** Clicks what differs from what is wanted; lists with several choices toggle one at a time. */
async function writeOptions(control: Control, wanted: ControlValue): Promise<WriteOutcome> {
  const values = asTexts(wanted)
  const choices = optionsOf(control).map(optionChoice)
  const missing = values.find((value) => findChoice(choices, value) < 0)
  if (missing !== undefined) return { noSuchChoice: missing, choices }
  const targets = new Set(values.map((value) => findChoice(choices, value)))
  for (const index of choices.keys()) {
    const option = optionsOf(control)[index]
    if (!option || isChosen(option) === targets.has(index)) continue
    if (isMultiple(control) || targets.has(index)) clickLikeMouse(option)
    await settle(option.ownerDocument)
  }
  return undefined
}

async function writeCombobox(control: Control, wanted: ControlValue): Promise<WriteOutcome> {
  const { element } = control
  if (wanted === null || wanted === '') return clearCombobox(control)
  focusReally(element)
  const list = await openCombobox(element)
  const outcome = list ? await pick(list, asText(wanted)) : 'unsupported'
  if (outcome !== undefined) press(element, 'Escape')
  await settle(element.ownerDocument)
  leave(element)
  return outcome
}

async function pick(list: OpenList, wanted: string): Promise<WriteOutcome> {
  const offered = list.options()
  const option = await list.find(wanted)
  if (!option) return { noSuchChoice: wanted, choices: titled(offered.length > 0 ? offered : list.options()) }
  if (option.getAttribute('aria-disabled') === 'true') return 'disabled'
  option.scrollIntoView({ block: 'nearest' })
  if (!isChosen(option)) clickLikeMouse(option)
  return undefined
}

const titled = (options: readonly HTMLElement[]): Choice[] => options.map(optionChoice)

/** By the control's own clear button, else by deleting what is typed in it. */
async function clearCombobox(control: Control): Promise<WriteOutcome> {
  const { element } = control
  focusReally(element)
  const button = clearButtonOf(element)
  if (button) clickLikeMouse(button)
  else if (!clearTyped(element)) return 'unsupported'
  await settle(element.ownerDocument)
  leave(element)
  return undefined
}
