import { parentOf } from './composed-tree.ts'
import { isCrowded } from './multiple.ts'

const clearName = /clear|reset|löschen|effacer|borrar|مسح/i

/** The button near a field that empties it. */
export function clearButtonOf(element: Element): HTMLElement | null {
  let at: Element | null = parentOf(element)
  for (let step = 0; at && step < 4 && at.localName !== 'form' && !isCrowded(at); step++) {
    const named = [...at.querySelectorAll<HTMLElement>('button,[role=button]')].find((button) =>
      clearName.test(button.getAttribute('aria-label') ?? button.title),
    )
    const found =
      named ?? at.querySelector<HTMLElement>('[class*=clear i]:not(input):not([class*=clearfix i])')
    if (found) return found
    at = parentOf(at)
  }
  return null
}
