import { type Control, type ControlKind, isInput, isSelect } from './control.ts'
import { closestComposed, parentOf, referenced, type TreeRoot } from './composed-tree.ts'

const buttonTypes = ['hidden', 'submit', 'button', 'reset', 'image']
const editable = '[contenteditable]:not([contenteditable=false i])'
const roles = [
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
  if (element.localName === 'textarea') return 'text'
  return ariaKind(element, role) ?? editorKind(element)
}

function inputKind(input: HTMLInputElement, role: string | null): ControlKind {
  const kind = inputKinds[input.type] ?? 'text'
  if (kind !== 'text') return kind
  const opensList = role === 'combobox' || input.getAttribute('aria-haspopup') === 'listbox'
  return opensList || isInCombobox(input) ? 'aria-combobox' : 'text'
}

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
  if (kind && isPartOrMirror(element, kind)) return null
  if (kind) return kind
  return element.getAttribute('aria-haspopup') === 'listbox' && !holdsInput(element) ? 'aria-combobox' : null
}

const editorKind = (element: HTMLElement): ControlKind | null =>
  element.isContentEditable && !parentOf(element)?.matches(`${editable}, ${editable} *`) ? 'editor' : null

function isPartOrMirror(element: HTMLElement, kind: ControlKind): boolean {
  if (kind === 'aria-combobox') return holdsInput(element)
  if (kind === 'aria-listbox') return isPopup(element)
  if (kind === 'aria-radiogroup') return !element.querySelector('[role=radio]:not(input)')
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
  const hosts = [...root.querySelectorAll('*')].filter((element) => element.shadowRoot !== null)
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

/**
 * Puts candidates together to controls: radio buttons and boxes of one name to one control. Elements that are parts
 * or mirrors of others are dropped. Order is that of the first member.
 */
export function createControlGrouping(): { add(element: HTMLElement): void; controls: Control[] } {
  const controls: Control[] = []
  const groups = new Map<string, Control>()
  const scopes = new Map<Node, number>()
  const scopeOf = (node: Node): number => {
    const known = scopes.get(node) ?? scopes.size
    scopes.set(node, known)
    return known
  }
  const add = (element: HTMLElement): void => {
    const kind = kindOf(element)
    if (kind === null) return
    const key = groupKey(element, kind, scopeOf)
    const group = key === null ? undefined : groups.get(key)
    if (group) {
      group.members.push(element)
      if (group.kind === 'checkbox') group.kind = 'checkboxes'
      return
    }
    const control: Control = { kind, element, members: [element] }
    controls.push(control)
    if (key !== null) groups.set(key, control)
  }
  return { add, controls }
}

/** Buttons with one name in one form, or in one radiogroup where they have none, belong together. */
function groupKey(element: HTMLElement, kind: ControlKind, scopeOf: (node: Node) => number): string | null {
  if (!isInput(element) || (kind !== 'radio' && kind !== 'checkbox')) return null
  const owner = element.form ?? closestComposed(element, 'form') ?? element.getRootNode()
  if (element.name) return `${kind} ${scopeOf(owner)} ${element.name}`
  const group = kind === 'radio' ? element.closest('[role=radiogroup],fieldset') : null
  return group ? `${kind} ${scopeOf(group)}` : null
}

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
