import { type ControlKind, isInput, isSelect } from './control.ts'
import {
  closestComposed,
  parentOf,
  queryComposed,
  referenced,
  shadowHostsIn,
  type TreeRoot,
} from './composed-tree.ts'

const buttonTypes = ['hidden', 'submit', 'button', 'reset', 'image']
const editable = '[contenteditable]:not([contenteditable=false i])'
const roles = [
  'radio',
  'combobox',
  'listbox',
  'switch',
  'checkbox',
  'radiogroup',
  'spinbutton',
  'slider',
  'textbox',
  'searchbox',
]

/** Everything that may be a control, or a part of one. */
export const candidateSelector = [
  `input${buttonTypes.map((type) => `:not([type=${type} i])`).join('')}`,
  'textarea',
  'select',
  editable,
  ...roles.map((role) => `[role=${role}]`),
  '[aria-haspopup=listbox]',
  'button[aria-haspopup=dialog][id]',
].join(',')

const inputKinds: Record<string, ControlKind> = {
  number: 'number',
  range: 'range',
  date: 'date',
  time: 'time',
  'datetime-local': 'datetime-local',
  month: 'month',
  week: 'week',
  color: 'color',
  checkbox: 'checkbox',
  radio: 'radio',
  file: 'file',
}

/** The kind of a candidate, or null for one that is a part or a mirror of another. */
export function kindOf(element: HTMLElement): ControlKind | null {
  const role = element.getAttribute('role')
  if (isInput(element)) return inputKind(element, role)
  if (isSelect(element)) return element.multiple ? 'select-multiple' : 'select'
  if (element.localName === 'textarea') return isInCombobox(element) ? 'aria-combobox' : 'text'
  return ariaKind(element, role) ?? editorKind(element)
}

function inputKind(input: HTMLInputElement, role: string | null): ControlKind {
  const kind = inputKinds[input.type] ?? 'text'
  if (kind !== 'text') return kind
  if (isCalendarInput(input)) return 'calendar'
  const popup = input.getAttribute('aria-haspopup')
  if (popup === 'dialog' || popup === 'grid') return 'text'
  const opensList = role === 'combobox' || popup === 'listbox'
  return opensList || isInCombobox(input) ? 'aria-combobox' : 'text'
}

/** A text that only a calendar changes. */
const isCalendarInput = (input: HTMLInputElement): boolean =>
  input.readOnly &&
  (input.getAttribute('aria-haspopup') === 'dialog' ||
    /flatpickr|date|calendar|time-?picker/i.test(
      `${input.className} ${input.parentElement?.className ?? ''} ${input.previousElementSibling?.className ?? ''}`,
    ))

/** The older pattern: `role=combobox` on a wrapper, the input within. */
const isInCombobox = (input: Element): boolean => parentOf(input)?.closest('[role=combobox]') != null

const ariaKinds: Record<string, ControlKind> = {
  combobox: 'aria-combobox',
  listbox: 'aria-listbox',
  switch: 'aria-check',
  checkbox: 'aria-check',
  radiogroup: 'aria-radiogroup',
  spinbutton: 'aria-range',
  slider: 'aria-range',
}

function ariaKind(element: HTMLElement, role: string | null): ControlKind | null {
  const kind = role === null ? undefined : ariaKinds[role]
  if (role === 'radio' || (role === 'spinbutton' && dateHolder(element))) return partKind(element, role)
  if (kind) return isPartOrMirror(element, kind) ? null : kind
  const popup = element.getAttribute('aria-haspopup')
  if (popup === 'dialog') return isLabelledButton(element) ? 'calendar' : null
  return popup === 'listbox' && isSelectButton(element) ? 'aria-combobox' : null
}

/** What a part stands for that needs the others to make a control. */
function partKind(element: HTMLElement, role: string): ControlKind | null {
  if (role === 'spinbutton') return 'aria-date'
  return element.closest('[role=radiogroup]') || !radioHolder(element) ? null : 'aria-radiogroup'
}

/** A button that a label points at is a field; beside an input it only opens that one's list. */
const isLabelledButton = (element: Element): boolean =>
  element instanceof HTMLButtonElement && element.labels.length > 0

const isSelectButton = (element: Element): boolean =>
  !holdsInput(element) &&
  element.getAttribute('tabindex') !== '-1' &&
  !parentOf(element)?.querySelector('[role=combobox]')

/** What holds a set of `role=radio` elements together where nothing says so. */
export function radioHolder(radio: Element): HTMLElement | null {
  for (let at = radio.parentElement; at && at.localName !== 'form'; at = at.parentElement)
    if (at.querySelectorAll('[role=radio]').length > 1) return at
  return null
}

/** A date or time in parts that one types into one after the other. */
export function dateHolder(part: Element): HTMLElement | null {
  const holder = part.closest<HTMLElement>('[role=group]')
  return part.hasAttribute('contenteditable') && holder && partsOf(holder).length > 1 ? holder : null
}

export const partsOf = (holder: Element): HTMLElement[] => [
  ...holder.querySelectorAll<HTMLElement>('[role=spinbutton][contenteditable]'),
]

const editorKind = (element: HTMLElement): ControlKind | null =>
  element.isContentEditable && !parentOf(element)?.matches(`${editable}, ${editable} *`) ? 'editor' : null

function isPartOrMirror(element: HTMLElement, kind: ControlKind): boolean {
  if (kind === 'aria-combobox') return holdsInput(element)
  if (kind === 'aria-listbox') return isPopup(element)
  if (kind === 'aria-radiogroup') return queryComposed(element, '[role=radio]:not(input)').length === 0
  if (kind === 'aria-check' || kind === 'aria-range')
    return element.querySelector('input:not([type=hidden])') !== null || isOption(element)
  return false
}

const holdsInput = (element: Element): boolean =>
  element.querySelector('input:not([type=hidden]):not([aria-hidden=true]),textarea') !== null

const isOption = (element: Element): boolean =>
  closestComposed(element, '[role=option],[role=menuitemcheckbox],[role=treeitem],[role=grid]') !== null

/** A list that belongs to a combobox is what that one opens, not a field of its own. */
function isPopup(list: HTMLElement): boolean {
  const root = list.getRootNode()
  if (!(root instanceof Document || root instanceof ShadowRoot)) return false
  if (parentOf(list)?.closest('[role=combobox],[popover]')) return true
  if (!list.id) return list.closest('[data-radix-popper-content-wrapper]') !== null
  const id = CSS.escape(list.id)
  return root.querySelector(`[aria-controls~="${id}"],[aria-owns~="${id}"]`) !== null
}

/**
 * Every candidate in the page in the order a person meets them, those in open shadow trees where their host stands,
 * and the roots that were searched.
 */
export function collectCandidates(root: TreeRoot): { elements: HTMLElement[]; roots: TreeRoot[] } {
  const roots: TreeRoot[] = [root]
  const hosts = shadowHostsIn(root)
  const own = [...root.querySelectorAll<HTMLElement>(candidateSelector)]
  if (hosts.length === 0) return { elements: own, roots }
  const elements: HTMLElement[] = []
  let at = 0
  for (const host of hosts) {
    while (at < own.length && isBefore(own[at], host)) elements.push(...own.slice(at, ++at))
    const inner = host.shadowRoot ? collectCandidates(host.shadowRoot) : { elements: [], roots: [] }
    elements.push(...inner.elements)
    roots.push(...inner.roots)
  }
  elements.push(...own.slice(at))
  return { elements, roots }
}

const isBefore = (element: Element | undefined, host: Element): boolean =>
  element !== undefined &&
  (element === host || (host.compareDocumentPosition(element) & Node.DOCUMENT_POSITION_PRECEDING) !== 0)

/** The list that a combobox opens, where it is in the page already. */
export function popupOf(combobox: HTMLElement): HTMLElement | null {
  const wrapper = combobox.closest<HTMLElement>('[role=combobox]')
  for (const element of wrapper && wrapper !== combobox ? [combobox, wrapper] : [combobox])
    for (const name of ['aria-controls', 'aria-owns']) {
      const [list] = referenced(element, name)
      if (list) return list
    }
  return null
}
