import { type Choice, type Control, isInput, isSelect } from './control.ts'
import { type LabelIndex, clean, memberLabel, textOf } from './label.ts'
import { queryComposed, referenced } from './composed-tree.ts'
import { popupOf } from './find-controls.ts'

/** The choices of a control that are known without opening anything; undefined where there are none to know. */
export function choicesOf(control: Control, labels: LabelIndex): Choice[] | undefined {
  if (isSelect(control.element)) return selectChoices(control.element)
  if (control.kind === 'radio' || control.kind === 'checkboxes')
    return control.members.filter(isEnabled).map((member) => memberChoice(member, labels))
  if (
    control.kind === 'aria-combobox' ||
    control.kind === 'aria-listbox' ||
    control.kind === 'aria-radiogroup'
  )
    return optionChoices(control)
  return undefined
}

const isEnabled = (element: Element): boolean =>
  !element.matches(':disabled') && element.getAttribute('aria-disabled') !== 'true'

/** The option that stands for "nothing chosen" is not a choice: leaving it is said with null. */
const selectChoices = (select: HTMLSelectElement): Choice[] =>
  [...select.options]
    .filter((option) => !isBlank(option) && !option.matches(':disabled'))
    .map((option) => ({ value: option.value, title: clean(option.label) || option.value }))

export const isBlank = (option: HTMLOptionElement): boolean =>
  option.value === '' || (option.hidden && option.disabled)

export function memberChoice(member: HTMLElement, labels: LabelIndex): Choice {
  const title = memberLabel(member, labels)
  const value = ownValue(member) ?? title
  return { value, title: title || value }
}

/** What a form would send for the member; undefined where only its label says what it stands for. */
export const ownValue = (member: Element): string | undefined =>
  isInput(member) && member.hasAttribute('value') ? member.value : undefined

const optionChoices = (control: Control): Choice[] | undefined => {
  const options = optionsOf(control)
  return options.length === 0 ? undefined : options.filter(isEnabled).map(optionChoice)
}

/** The option elements of an ARIA choice control that are in the page now. */
export function optionsOf(control: Control): HTMLElement[] {
  if (control.kind === 'aria-radiogroup') return queryComposed(control.element, '[role=radio]:not(input)')
  const list = control.kind === 'aria-listbox' ? control.element : popupOf(control.element)
  return list ? optionsIn(list) : []
}

export const optionsIn = (list: ParentNode): HTMLElement[] => queryComposed(list, '[role=option]')

/** An option's text is what the control shows once it is chosen, so it is its value too. */
export function optionChoice(option: HTMLElement): Choice {
  const title = optionTitle(option)
  return { value: title, title }
}

function optionTitle(option: HTMLElement): string {
  const named = referenced(option, 'aria-labelledby').map(textOf).join(' ')
  const said = clean(named) || clean(option.getAttribute('aria-label') ?? '')
  const labels = option instanceof HTMLButtonElement ? [...option.labels].map(textOf).join(' ') : ''
  return (
    said ||
    clean(labels) ||
    clean(option.title) ||
    textOf(option) ||
    clean(option.getAttribute('aria-posinset') ?? '')
  )
}

export const fold = (text: string): string => clean(text).normalize('NFKC').toLocaleLowerCase()

/** The index of the choice that a person would mean: by value, by title, then without regard to case and spaces. */
export function findChoice(choices: readonly Choice[], wanted: string): number {
  const exact = choices.findIndex((choice) => choice.value === wanted)
  if (exact >= 0) return exact
  const titled = choices.findIndex((choice) => choice.title === wanted)
  if (titled >= 0) return titled
  const folded = fold(wanted)
  return choices.findIndex((choice) => fold(choice.title) === folded || fold(choice.value) === folded)
}
