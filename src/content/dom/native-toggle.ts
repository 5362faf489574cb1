import { asText, asTexts, type Control, isInput } from './control.ts'
import type { ControlDriver } from './control-driver.ts'
import { findChoice, memberChoice, ownValue } from './choices.ts'
import { indexLabels, type LabelIndex } from './label.ts'
import { asOurs } from './own-events.ts'
import { isDrawn } from './visibility.ts'
import { nextTask } from './settle.ts'
import { clickLikeMouse, fireChange, fireInput } from './page-events.ts'

/** A click, as frameworks listen to it; a page that undoes the click is found out when the value is read back. */
function toggle(input: HTMLElement, isOn: boolean): void {
  if (!isInput(input) || input.checked === isOn) return
  const button = buttonFor(input)
  if (button) clickLikeMouse(button)
  else if (isDrawn(input)) clickLikeMouse(input)
  else asOurs(() => input.click())
}

/** A hidden box may be drawn as a button in its label, and that is what the page listens to. */
const buttonFor = (input: HTMLInputElement): HTMLElement | null =>
  [...(input.labels ?? [])]
    .map((label) => label.querySelector<HTMLElement>('button'))
    .find((button) => button) ?? null

const isChecked = (element: HTMLElement): boolean => isInput(element) && element.checked

export const checkboxDriver: ControlDriver = {
  read: (control) => isChecked(control.element),
  write: (control, wanted) => {
    toggle(control.element, wanted === true)
    return undefined
  },
  isSame: (wanted, actual) => (wanted ?? false) === actual,
}

const labelsFor = (control: Control): LabelIndex => {
  const root = control.element.getRootNode()
  return root instanceof Document || root instanceof ShadowRoot ? indexLabels([root]) : new Map()
}

/** What the checked members stand for. Labels are looked up only where one needs its own. */
function checkedValues(control: Control): string[] {
  const checked = control.members.filter(isChecked)
  const values = checked.flatMap((member) => ownValue(member) ?? [])
  if (values.length === checked.length) return values
  const labels = labelsFor(control)
  return checked.map((member) => memberChoice(member, labels).value)
}

export const checkboxesDriver: ControlDriver = {
  read: checkedValues,
  write: async (control, wanted) => {
    const labels = labelsFor(control)
    const chosen = asTexts(wanted)
    for (const member of control.members) {
      const choice = memberChoice(member, labels)
      toggle(
        member,
        chosen.some((value) => findChoice([choice], value) === 0),
      )
      // Frameworks work out the next list from the last one, which they bring up to date a moment later.
      await nextTask()
    }
    return undefined
  },
  isSame: (wanted, actual) => {
    const [want, got] = [new Set(asTexts(wanted)), asTexts(actual)]
    return got.length === want.size && got.every((item) => want.has(item))
  },
}

export const radioDriver: ControlDriver = {
  read: (control) => checkedValues(control)[0] ?? null,
  write: (control, wanted) => {
    if (wanted === null) {
      for (const member of control.members) uncheck(member)
      return undefined
    }
    const labels = labelsFor(control)
    const choices = control.members.map((member) => memberChoice(member, labels))
    const member = control.members[findChoice(choices, asText(wanted))]
    if (!member) return { noSuchChoice: asText(wanted), choices }
    if (member.matches(':disabled')) return 'disabled'
    toggle(member, true)
    return undefined
  },
}

/** No click clears a radio button; only a form's reset and scripts do. */
function uncheck(member: HTMLElement): void {
  if (!isInput(member) || !member.checked) return
  member.checked = false
  fireInput(member, '', null)
  fireChange(member)
}
