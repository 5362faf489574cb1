import type { Control } from './control.ts'
import { parentOf, referenced, type TreeRoot } from './composed-tree.ts'

const labelLimit = 500

/** The `<label>`s of every control, gathered once: `element.labels` searches the whole tree each time. */
export type LabelIndex = ReadonlyMap<Element, HTMLLabelElement[]>

export function indexLabels(roots: readonly TreeRoot[]): LabelIndex {
  const index = new Map<Element, HTMLLabelElement[]>()
  for (const root of roots)
    for (const label of root.querySelectorAll('label')) {
      // Pages also point labels at elements that the browser does not count as labelable.
      const target = label.control ?? (label.htmlFor ? root.getElementById(label.htmlFor) : null)
      if (target) index.set(target, [...(index.get(target) ?? []), label])
    }
  return index
}

export const clean = (text: string): string =>
  text === '' || isClean.test(text) ? text : text.replace(/\s+/g, ' ').trim()

/** Words with one space between: what most texts are already. */
const isClean = /^\S+( \S+)*$/

const cut = (text: string, limit = labelLimit): string =>
  text.length > limit ? `${text.slice(0, limit - 1)}…` : text

const skippedTags = new Set([
  'select',
  'textarea',
  'script',
  'style',
  'template',
  'svg',
  'datalist',
  'option',
])

/** The text a reader would get of an element, without that of the controls in it. */
export function textOf(element: Element): string {
  if (element.childElementCount === 0) return cut(clean(element.textContent), 2000)
  const parts: string[] = []
  collectText(element, parts)
  return cut(clean(parts.join(' ')), 2000)
}

function collectText(node: Node, parts: string[]): void {
  // By hand and by type numbers: iterators and `instanceof` cost more than the rest where thousands of labels are read.
  for (let child = node.firstChild; child; child = child.nextSibling) {
    if (child.nodeType === Node.TEXT_NODE) parts.push(child.nodeValue ?? '')
    else if (child instanceof Element && child.localName !== 'input' && isSpoken(child))
      collectElementText(child, parts)
  }
}

function collectElementText(element: Element, parts: string[]): void {
  if (element instanceof HTMLSlotElement) collectSlotted(element, parts)
  else collectText(element, parts)
}

function collectSlotted(slot: HTMLSlotElement, parts: string[]): void {
  const assigned = slot.assignedNodes({ flatten: true })
  if (assigned.length === 0) collectText(slot, parts)
  for (const node of assigned) {
    if (node instanceof Text) parts.push(node.data)
    else if (node instanceof Element && isSpoken(node)) collectText(node, parts)
  }
}

const isSpoken = (element: Element): boolean =>
  !skippedTags.has(element.localName) &&
  element.getAttribute('aria-hidden') !== 'true' &&
  !element.hasAttribute('hidden') &&
  element.getAttribute('role') !== 'listbox'

const attribute = (element: Element, name: string): string => clean(element.getAttribute(name) ?? '')

const textsOf = (elements: readonly Element[]): string => clean(elements.map(textOf).join(' '))

/** What people call the control: never empty text, undefined where nothing is said about it. */
export function labelOf(control: Control, index: LabelIndex): string | undefined {
  const { element } = control
  const said =
    mirrorLabel(control, index) || (isGroup(control) ? groupLabel(control, index) : ownLabel(element, index))
  const label =
    said ||
    aroundLabel(control, index) ||
    hostLabel(element, index) ||
    placeholderOf(element) ||
    nearbyText(control)
  return label ? cut(withoutMark(label)) : undefined
}

/** "Name *" and "Name:" are called "Name". */
const withoutMark = (label: string): string => label.replace(/[\s:：*]+$/u, '') || label

const isGroup = ({ kind, members }: Control): boolean =>
  members.length > 1 || kind === 'radio' || kind === 'checkboxes' || kind === 'aria-date'

/** Some controls name themselves after their own value as well; that changes and is no name. */
const labelledBy = (element: Element): string =>
  textsOf(referenced(element, 'aria-labelledby').filter((label) => !element.contains(label)))

/** A widget drawn in place of a native control that is still there, hidden, has that one's label. */
function mirrorLabel(control: Control, index: LabelIndex): string {
  const { element } = control
  if (control.kind !== 'aria-combobox' && control.kind !== 'calendar') return ''
  let at: Element | null = element
  for (let step = 0; at && step < 6; step++) {
    const before: Element | null = at.previousElementSibling
    if (before?.matches('select[aria-hidden=true],select[hidden],input[type=hidden]') && index.has(before))
      return textsOf(index.get(before) ?? [])
    at = at.parentElement
  }
  return ''
}

/** The label of an element around the control that holds nothing else. */
function aroundLabel(control: Control, index: LabelIndex): string {
  let at = parentOf(control.element)
  for (let step = 0; at && step < 4 && at.localName !== 'form'; step++) {
    const labels = index.get(at)
    if (labels && isAlone(control, at)) return textsOf(labels)
    at = parentOf(at)
  }
  return ''
}

const isAlone = (control: Control, holder: Element): boolean =>
  [
    ...holder.querySelectorAll('input:not([type=hidden]),select,textarea,[role=slider],[role=combobox]'),
  ].every((other) =>
    control.members.some((member) => member === other || other.contains(member) || member.contains(other)),
  )

function ownLabel(element: Element, index: LabelIndex): string {
  return (
    labelledBy(element) ||
    attribute(element, 'aria-label') ||
    textsOf(index.get(element) ?? []) ||
    toggleLabel(element)
  )
}

/** Switches and boxes made of other elements name themselves by their content. */
const toggleLabel = (element: Element): string =>
  ['checkbox', 'switch', 'radio'].includes(element.getAttribute('role') ?? '') ? textOf(element) : ''

/** The name of a set of radio buttons or boxes, by what holds them together. */
function groupLabel(control: Control, index: LabelIndex): string {
  const group = control.element.closest('[role=radiogroup],[role=group],fieldset')
  if (!group || !control.members.every((member) => group.contains(member))) return ''
  const named = labelledBy(group) || attribute(group, 'aria-label') || textsOf(index.get(group) ?? [])
  const legend = group.localName === 'fieldset' ? group.querySelector(':scope > legend') : null
  return named || (legend ? textOf(legend) : '')
}

/** A custom element that wraps the control is often what carries the label. */
function hostLabel(element: Element, index: LabelIndex): string {
  const root = element.getRootNode()
  if (!(root instanceof ShadowRoot)) return ''
  const { host } = root
  return (
    ownLabel(host, index) ||
    attribute(host, 'label') ||
    attribute(host, 'placeholder') ||
    hostLabel(host, index)
  )
}

export const placeholderOf = (element: Element): string =>
  attribute(element, 'placeholder') ||
  attribute(element, 'aria-placeholder') ||
  attribute(element, 'data-placeholder') ||
  attribute(element, 'title')

/** Text beside or above the control, for pages that label by position: the row's first cell, a preceding line. */
function nearbyText(control: Control): string {
  const cell = control.element.closest('td')
  const heading = cell?.parentElement?.querySelector(':scope > th, :scope > td')
  if (heading && heading !== cell) return shortText(heading)
  let at: Element | null = outermost(control)
  for (let step = 0; at && step < 3; step++) {
    const text = textBefore(at)
    if (text) return text
    at = parentOf(at)
    if (!at || at.localName === 'form' || at.localName === 'body') return ''
  }
  return ''
}

/** For a group the element that holds all its members. */
function outermost(control: Control): Element {
  let at: Element = control.element
  while (at.parentElement && !control.members.every((member) => at.contains(member))) at = at.parentElement
  return control.members.length > 1 ? (at.firstElementChild ?? at) : at
}

function textBefore(element: Element): string {
  for (let node = element.previousSibling; node; node = node.previousSibling) {
    if (node instanceof Text && clean(node.data)) return shortText(node)
    if (!(node instanceof Element)) continue
    if (holdsControl(node)) return ''
    const text = shortText(node)
    if (text) return text
  }
  return ''
}

const holdsControl = (element: Element): boolean =>
  element.matches('input,select,textarea,button') ||
  element.querySelector('input,select,textarea,button,[contenteditable]') !== null

/** Long texts are prose, not a name. */
const shortText = (node: Text | Element): string => {
  const text = node instanceof Text ? clean(node.data) : textOf(node)
  return text.length <= 80 ? text : ''
}

/** The label of one member of a group: of one radio button, of one box. */
export function memberLabel(member: Element, index: LabelIndex): string {
  const label = ownLabel(member, index) || textAfter(member)
  return cut(label || attribute(member, 'value') || attribute(member, 'aria-posinset'))
}

function textAfter(element: Element): string {
  const next = element.nextSibling
  if (next instanceof Text && clean(next.data)) return clean(next.data)
  const sibling = element.nextElementSibling
  return sibling && !holdsControl(sibling) ? shortText(sibling) : ''
}

/** What the page says about the control beside its name; live messages such as errors come and go and are left out. */
export function descriptionOf(control: Control, label: string | undefined): string | undefined {
  const described = referenced(control.element, 'aria-describedby').filter((element) => !isMessage(element))
  const said =
    attribute(control.element, 'aria-description') || textsOf(described) || placeholderOf(control.element)
  return said && said !== label ? cut(said) : undefined
}

const isMessage = (element: Element): boolean =>
  element.matches('[role=alert],[role=status],[aria-live],[class*=error i],[class*=invalid i],[id*=error i]')
