import { isInput } from './control.ts'
import { parentOf } from './composed-tree.ts'
import { setNativeValue } from './native-text.ts'
import { fireChange, fireInput, press } from './page-events.ts'

const clearName = /clear|remove|reset|löschen|entfernen|effacer|borrar|مسح/i
const clearClass = '[class*=clear i]:not(input)'

/** The button near a combobox that empties it. */
export function clearButtonOf(element: HTMLElement): HTMLElement | null {
  let at: Element | null = parentOf(element)
  for (let step = 0; at && step < 4 && at.localName !== 'form'; step++) {
    const named = [...at.querySelectorAll<HTMLElement>('button,[role=button]')].find((button) =>
      clearName.test(button.getAttribute('aria-label') ?? button.title),
    )
    const found = named ?? at.querySelector<HTMLElement>(clearClass)
    if (found) return found
    if (at.querySelectorAll('input:not([type=hidden]),[role=combobox]').length > 1) return null
    at = parentOf(at)
  }
  return null
}

/** Deletes what is typed into an input; false where there is nothing to type into. */
export function clearTyped(element: HTMLElement): boolean {
  if (!isInput(element) || element.readOnly) return false
  if (element.value === '') return press(element, 'Backspace')
  setNativeValue(element, '')
  fireInput(element, 'deleteContentBackward', null)
  fireChange(element)
  return true
}
