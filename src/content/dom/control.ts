/** What kinds of things in a page take a value. Native kinds are named after the element or its `type`. */
export const controlKinds = [
  'text',
  'number',
  'range',
  'date',
  'time',
  'datetime-local',
  'month',
  'week',
  'color',
  'checkbox',
  'checkboxes',
  'radio',
  'select',
  'select-multiple',
  'file',
  'editor',
  'aria-combobox',
  'aria-listbox',
  'aria-check',
  'aria-radiogroup',
  'aria-range',
  'aria-date',
  'calendar',
] as const
export type ControlKind = (typeof controlKinds)[number]

/**
 * One thing in the page that takes one value. `members` are the elements that make it up: the buttons of a radio
 * group, the boxes that share a name, else the element alone.
 */
export type Control = { kind: ControlKind; element: HTMLElement; members: HTMLElement[] }

/** A control's value as plain data; `null` is empty. Files are real files. */
export type ControlValue = string | number | boolean | string[] | File[] | null

/** One choice a control offers. `value` is what a form would send, or the title where nothing else is known. */
export type Choice = { value: string; title: string }

/** What the page has to say about how a write went, beside the value that can be read back. */
export type WriteFailure = 'disabled' | 'read_only' | 'unsupported' | 'not_found'

/** A value that is not among a control's choices. `choices` are those it has. */
export type NoSuchChoice = { noSuchChoice: string; choices: Choice[] }

/** Nothing: written, to be verified. */
export type WriteOutcome = undefined | WriteFailure | NoSuchChoice

export const isEmptyValue = (value: ControlValue): boolean =>
  value === null || value === '' || (Array.isArray(value) && value.length === 0)

/** A single choice as text; lists stand for several and are never one. */
export const asText = (value: ControlValue): string =>
  value === null || Array.isArray(value) ? '' : String(value)

/** The choices that a value stands for, none when it is empty. */
export const asTexts = (value: ControlValue): string[] => {
  if (Array.isArray(value)) return value.filter((item) => typeof item === 'string')
  return value === null ? [] : [String(value)]
}

export const isInput = (element: Element): element is HTMLInputElement => element.localName === 'input'
export const isTextArea = (element: Element): element is HTMLTextAreaElement =>
  element.localName === 'textarea'
export const isSelect = (element: Element): element is HTMLSelectElement => element.localName === 'select'

/** Controls of which a person picks one or several of the choices on offer. */
export const isChoiceKind = (kind: ControlKind): boolean =>
  [
    'radio',
    'checkboxes',
    'select',
    'select-multiple',
    'aria-combobox',
    'aria-listbox',
    'aria-radiogroup',
  ].includes(kind)

export const isDisabled = (control: Control): boolean =>
  control.members.every(
    (member) => member.matches(':disabled') || member.getAttribute('aria-disabled') === 'true',
  )

/** A read-only combobox still opens its list, and a calendar its days; anything else read-only takes nothing. */
export function isReadOnly(control: Control): boolean {
  if (control.kind === 'aria-combobox' || control.kind === 'calendar')
    return control.element.getAttribute('aria-readonly') === 'true'
  const { element } = control
  if (element.getAttribute('aria-readonly') === 'true') return true
  return (isInput(element) || isTextArea(element)) && element.readOnly && element.matches(':read-only')
}
