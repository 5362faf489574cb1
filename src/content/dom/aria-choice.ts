import { asText, asTexts, type Control, type ControlValue, type WriteOutcome } from './control.ts'
import type { ControlDriver } from './control-driver.ts'
import { findChoice, fold, optionChoice, optionsOf } from './choices.ts'
import { clearCombobox } from './combobox-clear.ts'
import { closeCombobox, isChosen, openCombobox, type OpenList } from './combobox-list.ts'
import { writeSeveral } from './combobox-multiple.ts'
import { isMultiple } from './multiple.ts'
import { clickLikeMouse, focusReally, leave, press } from './page-events.ts'
import { settle } from './settle.ts'
import { shownValue, shownValues } from './shown-value.ts'

export const ariaChoiceDriver: ControlDriver = {
  read: (control) => {
    if (control.kind !== 'aria-combobox') return readOptions(control)
    return isMultiple(control) ? shownValues(control.element) : shownValue(control.element)
  },
  write: (control, wanted) => {
    if (control.kind !== 'aria-combobox') return writeOptions(control, wanted)
    if (isMultiple(control) || Array.isArray(wanted)) return writeSeveral(control.element, wanted)
    return wanted === null || wanted === ''
      ? clearCombobox(control.element)
      : writeOne(control, asText(wanted))
  },
  isSame: isSameChoice,
}

function readOptions(control: Control): ControlValue {
  const chosen = optionsOf(control)
    .filter(isChosen)
    .map((option) => optionChoice(option).value)
  // Stars up to the chosen one all count as chosen.
  return isMultiple(control) ? chosen : (chosen.at(-1) ?? null)
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
    if (!option || !isDue(control, option, targets.has(index), targets.size)) continue
    clickLikeMouse(option)
    await settle(option.ownerDocument)
  }
  return undefined
}

/** Of a single choice the wanted one is clicked, and the chosen one only to take it back. */
function isDue(control: Control, option: Element, isWanted: boolean, count: number): boolean {
  if (isMultiple(control)) return isChosen(option) !== isWanted
  return isWanted || (count === 0 && isChosen(option))
}

async function writeOne(control: Control, wanted: string): Promise<WriteOutcome> {
  const { element } = control
  focusReally(element)
  const list = await openCombobox(element)
  // The open list may have told that the control takes several.
  const outcome = list ? await pick(control, list, wanted) : 'unsupported'
  if (outcome !== undefined) await closeCombobox(element)
  else await settle(element.ownerDocument)
  leave(element)
  return outcome
}

async function pick(control: Control, list: OpenList, wanted: string): Promise<WriteOutcome> {
  const option = await list.find(wanted)
  if (!option) {
    if (!list.keepTyped(wanted)) return { noSuchChoice: wanted, choices: list.choices() }
    press(control.element, 'Enter')
    return undefined
  }
  if (option.getAttribute('aria-disabled') === 'true') return 'disabled'
  option.scrollIntoView({ block: 'nearest' })
  if (!isChosen(option)) clickLikeMouse(option)
  return undefined
}
