import { type Control, type ControlValue, isInput, isSelect, isTextArea } from './control.ts'
import { isEqual, readControl } from './control-driver.ts'
import { formProperty } from './form-property.ts'
import { isOurs } from './own-events.ts'

/** Knows which controls the person changed. Events that our own writing causes do not count. */
export type EditWatch = {
  isEdited(control: Control): boolean
  /** For controls that were there before we were: what differs from its default was entered by the person. */
  noteFirstSight(control: Control): void
  /** After a write of ours: what the control holds now is not the person's. */
  forget(control: Control): void
}

const widgets =
  '[role=combobox],[role=listbox],[role=switch],[role=checkbox],[role=radiogroup],[role=slider],[role=spinbutton],[aria-haspopup=listbox]'

export function createEditWatch(
  document: Document,
  signal: AbortSignal,
  onEdit: (element: Element) => void,
): EditWatch {
  const edited = new WeakSet<Element>()
  const touched = new WeakSet<Element>()
  const baselines = new WeakMap<Element, ControlValue>()
  const written = new WeakMap<Element, string>()

  const onTrusted = (event: Event): void => {
    if (!event.isTrusted || isOurs()) return
    const [target] = event.composedPath()
    if (!(target instanceof Element)) return
    const isEdit = event.type === 'input' || event.type === 'change'
    // The browser may tell of what we wrote only when the window loses the focus.
    if (isEdit && written.get(target) !== stateOf(target)) edited.add(target)
    for (const element of event.composedPath()) if (element instanceof Element) touchWidget(element)
    if (event.type !== 'keydown') onEdit(target)
  }
  const touchWidget = (element: Element): void => {
    if (element.matches(widgets)) touched.add(element)
  }
  const onReset = (event: Event): void => {
    if (!(event.target instanceof HTMLFormElement) || event.defaultPrevented) return
    for (const element of formProperty(event.target, 'elements')) edited.delete(element)
  }
  for (const type of ['input', 'change', 'click', 'keydown'])
    document.addEventListener(type, onTrusted, { capture: true, passive: true, signal })
  document.addEventListener('reset', onReset, { signal })

  const isChangedWidget = (control: Control): boolean => {
    if (!touched.has(control.element) || !baselines.has(control.element)) return false
    return !isEqual(baselines.get(control.element) ?? null, readControl(control))
  }
  return {
    isEdited: (control) =>
      control.members.some((member) => edited.has(member) || isWithin(member, edited)) ||
      isChangedWidget(control),
    noteFirstSight: (control) => {
      if (isAria(control)) baselines.set(control.element, readControl(control))
      else for (const member of control.members) if (differsFromDefault(member)) edited.add(member)
    },
    forget: (control) => {
      for (const member of control.members) {
        edited.delete(member)
        written.set(member, stateOf(member))
      }
      touched.delete(control.element)
      if (isAria(control)) baselines.set(control.element, readControl(control))
    },
  }
}

/** What a native control holds; of anything else its text. */
const stateOf = (element: Element): string => {
  if (isInput(element)) return `${element.checked} ${element.value}`
  if (isSelect(element)) return [...element.selectedOptions].map(({ index }) => index).join()
  return isTextArea(element) ? element.value : element.textContent
}

const isAria = (control: Control): boolean => control.kind.startsWith('aria-')

/** An editor's input events are dispatched on its host, which may hold the element that stands for the control. */
const isWithin = (member: Element, edited: WeakSet<Element>): boolean => {
  const host = member.parentElement
  return host !== null && host.matches('[contenteditable]') && edited.has(host)
}

function differsFromDefault(element: Element): boolean {
  if (isTextArea(element)) return element.value !== element.defaultValue
  if (isSelect(element)) return differsFromSelected(element)
  if (!isInput(element)) return false
  if (element.type === 'checkbox' || element.type === 'radio')
    return element.checked !== element.defaultChecked
  if (element.type === 'file') return element.value !== ''
  if (element.type === 'range' || element.type === 'color')
    return element.hasAttribute('value') && element.value !== element.defaultValue
  return element.value !== element.defaultValue
}

/** Without a `selected` attribute the browser picks the first option that is not disabled. */
function differsFromSelected(select: HTMLSelectElement): boolean {
  const options = [...select.options]
  if (select.multiple) return options.some((option) => option.selected !== option.defaultSelected)
  const initial =
    options.findLast((option) => option.defaultSelected) ?? options.find((option) => !option.disabled)
  return initial !== undefined && select.selectedIndex !== initial.index
}
