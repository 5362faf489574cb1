import { closestComposed } from './composed-tree.ts'
import { type Control, type ControlKind, isInput } from './control.ts'
import { dateHolder, kindOf, radioHolder } from './find-controls.ts'
import type { LabelIndex } from './label.ts'

/**
 * Puts candidates together to controls: radio buttons and boxes of one name, or of one labelled group, to one control.
 * Elements that are parts or mirrors of others are dropped. Order is that of the first member.
 */
export function createControlGrouping(labels: LabelIndex): {
  add(element: HTMLElement): void
  controls: Control[]
} {
  const controls: Control[] = []
  const groups = new Map<string, Control>()
  const numbers = new Map<Node, number>()
  const numberOf = (node: Node): number => {
    const known = numbers.get(node) ?? numbers.size
    numbers.set(node, known)
    return known
  }
  const add = (element: HTMLElement): void => {
    const kind = kindOf(element)
    if (kind === null) return
    const holder = holderOf(element, kind, labels)
    const key = holder && `${kind} ${numberOf(holder.node)} ${holder.name}`
    const group = key === null ? undefined : groups.get(key)
    if (group) return join(group, element)
    const stands = standsFor(element, kind)
    const control: Control = { kind, element: stands, members: [stands] }
    controls.push(control)
    if (key !== null) groups.set(key, control)
  }
  return { add, controls }
}

function join(group: Control, element: HTMLElement): void {
  if (group.kind === 'aria-date' || group.kind === 'aria-radiogroup') return
  group.members.push(element)
  if (group.kind === 'checkbox') group.kind = 'checkboxes'
}

const standsFor = (element: HTMLElement, kind: ControlKind): HTMLElement => {
  if (kind === 'aria-date') return dateHolder(element) ?? element
  return kind === 'aria-radiogroup' && element.getAttribute('role') === 'radio'
    ? (radioHolder(element) ?? element)
    : element
}

/** What holds the members of one control together; null for an element that is one alone. */
function holderOf(
  element: HTMLElement,
  kind: ControlKind,
  labels: LabelIndex,
): { node: Node; name: string } | null {
  if (kind === 'aria-date' || kind === 'aria-radiogroup') return { node: standsFor(element, kind), name: '' }
  if (!isInput(element) || (kind !== 'radio' && kind !== 'checkbox')) return null
  if (element.name) {
    const owner = element.form ?? closestComposed(element, 'form') ?? element.getRootNode()
    return { node: owner, name: element.name }
  }
  const group = kind === 'radio' ? element.closest('[role=radiogroup],fieldset') : boxGroup(element, labels)
  return group && { node: group, name: '' }
}

const otherThanBoxes =
  'input:not([type=checkbox]):not([type=hidden]),select,textarea,[role=combobox],[role=slider]'

/** Nameless boxes under one label that stand alone there are answers to one question. */
function boxGroup(box: HTMLInputElement, labels: LabelIndex): Element | null {
  let at = box.parentElement
  for (let step = 0; at && step < 6 && at.localName !== 'form'; step++) {
    const isLabelled = at.matches('fieldset,[role=group]') || labels.has(at)
    if (isLabelled) return at.querySelector(otherThanBoxes) ? null : at
    at = at.parentElement
  }
  return null
}
