import { parentOf, queryComposed } from './composed-tree.ts'
import type { Control } from './control.ts'
import { popupOf } from './find-controls.ts'

const learned = new WeakSet<Element>()

/** Once its list was open and said so, a combobox is known to take several choices. */
export const noteMultiple = (element: Element): void => {
  learned.add(element)
}

const className = /multi(?!line)|tags-?input|select__tags|chips/i
const chips =
  '[class*=chip i],[class*=tag__close i],[class*=tag-close i],[class*=pill-root i],[aria-label^=remove i],[class*=item-remove i]'

/** Whether the control takes several choices, as far as that shows without opening it. */
export function isMultiple(control: Control): boolean {
  const { element } = control
  if (control.kind === 'checkboxes' || control.kind === 'select-multiple') return true
  if (element.getAttribute('aria-multiselectable') === 'true') return true
  if (control.kind !== 'aria-combobox') return false
  return (
    learned.has(element) ||
    popupOf(element)?.getAttribute('aria-multiselectable') === 'true' ||
    looksMultiple(element)
  )
}

/** Libraries say it in their class names, or by chips that can be taken away one by one. */
function looksMultiple(element: Element): boolean {
  let at: Element | null = element
  for (let step = 0; at && step < 6 && !at.matches('form,body,fieldset'); step++) {
    if (isCrowded(at)) return false
    if (className.test(at.getAttribute('class') ?? '') || isMultipleHost(at)) return true
    if (step > 0 && at.querySelector(chips)) return true
    at = parentOf(at)
  }
  return false
}

const isMultipleHost = (element: Element): boolean =>
  element.localName.includes('-') && element.hasAttribute('multiple')

/** Holds more than the one control. */
export const isCrowded = (element: Element): boolean =>
  queryComposed(element, 'input:not([type=hidden]):not([aria-hidden=true]),textarea,[role=combobox]').filter(
    (control) => !control.querySelector('input,textarea') && !control.matches('[aria-hidden=true] *'),
  ).length > 1
