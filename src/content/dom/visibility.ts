import { type Control, isInput } from './control.ts'
import { parentOf } from './composed-tree.ts'

/** Kinds that pages commonly draw anew, the native control lying transparent or tiny above or behind the drawing. */
const redrawnTypes = new Set(['checkbox', 'radio', 'file', 'range', 'color'])

/** Whether a person could get at the control: drawn, reachable by scrolling, not set as a trap for robots. */
export function isReachable(control: Control, labels: readonly Element[]): boolean {
  if (isHiddenFromReaders(control.element) || isTrapName(control.element)) return false
  return control.members.some((member) => isDrawn(member) || (isRedrawn(member) && labels.some(isDrawn)))
}

/** On screen, or on a part of the page that scrolling reaches. */
export function isDrawn(element: Element): boolean {
  const isOpaque = element.checkVisibility({ visibilityProperty: true, opacityProperty: true })
  if (!isOpaque && !element.checkVisibility({ visibilityProperty: true })) return false
  const box = element.getBoundingClientRect()
  if (box.width < 2 || box.height < 2) return isCombobox(element) && hasDrawnBox(element)
  return isWithinScroll(element, box) && (isOpaque || isOverlay(element))
}

const isCombobox = (element: Element): boolean =>
  element.getAttribute('role') === 'combobox' || parentOf(element)?.closest('[role=combobox]') != null

/** The input of a select is often transparent or tiny until one types; what counts is the box drawn around it. */
function hasDrawnBox(element: Element): boolean {
  let at = parentOf(element)
  for (let step = 0; at && step < 4 && at.localName !== 'form'; step++) {
    const box = at.getBoundingClientRect()
    const isVisible = at.checkVisibility({ visibilityProperty: true, opacityProperty: true })
    if (isVisible && box.width >= 2 && box.height >= 2) return true
    at = parentOf(at)
  }
  return false
}

const isDrawnParent = (element: Element): boolean => {
  const parent = parentOf(element)
  return parent !== null && parent.checkVisibility({ visibilityProperty: true, opacityProperty: true })
}

/** Transparent, but lying over something drawn that stands for it. */
const isOverlay = (element: Element): boolean =>
  (isRedrawn(element) && isDrawnParent(element)) || (isCombobox(element) && hasDrawnBox(element))

const isRedrawn = (element: Element): boolean => isInput(element) && redrawnTypes.has(element.type)

function isWithinScroll(element: Element, box: DOMRect): boolean {
  const view = element.ownerDocument.defaultView
  if (!view) return false
  if (box.right > 0 && box.bottom > 0 && box.left < view.innerWidth) return true
  const { scrollWidth } = element.ownerDocument.documentElement
  const scrolled = scrollOffset(element)
  const right = box.right + scrolled.left
  const isLeftReachable = right > 0 || view.getComputedStyle(element).direction === 'rtl'
  return (
    isLeftReachable &&
    box.bottom + scrolled.top > 0 &&
    box.left + scrolled.left < scrollWidth + scrolled.width
  )
}

/** How far the page and every scroller around the element are scrolled; `width` is what scrollers add to the right. */
function scrollOffset(element: Element): { left: number; top: number; width: number } {
  const sum = { left: 0, top: 0, width: 0 }
  for (let at = parentOf(element); at; at = parentOf(at)) {
    sum.left += at.scrollLeft
    sum.top += at.scrollTop
    if (at !== at.ownerDocument.documentElement) sum.width += Math.max(0, at.scrollWidth - at.clientWidth)
  }
  return sum
}

const hidingSelector = '[aria-hidden=true],[inert]'

/** Near the control only: an open dialog hides the rest of the page from readers without making it unreachable for good. */
function isHiddenFromReaders(element: Element): boolean {
  if (element.getRootNode() === element.ownerDocument && !element.closest(hidingSelector)) return false
  let at: Element | null = element
  for (let step = 0; at && step < 4; step++) {
    if (at.localName === 'form' || at.localName === 'body') return false
    if (at.getAttribute('aria-hidden') === 'true') return true
    if (at.hasAttribute('inert') && !hasOpenPopup(element.ownerDocument)) return true
    at = parentOf(at)
  }
  return false
}

/** While a list or dialog is open, pages make what lies around it inert; that passes. */
const hasOpenPopup = (document: Document): boolean =>
  [...document.querySelectorAll('[role=listbox],[role=dialog],[role=menu],dialog[open]')].some((popup) =>
    popup.checkVisibility({ visibilityProperty: true }),
  )

const trapName =
  /honey.?pot|^hp[-_]|[-_]hp$|\bbot.?(trap|catcher|field)|leave.?(this.?)?(field.?)?(blank|empty)/i
const trapLabel = /(leave|keep) (this )?(field )?(blank|empty)|do not fill|don['’]t fill|nicht ausfüllen/i

/** Fields made for robots have a telling name, or a label that asks people to leave them alone. */
const isTrapName = (element: Element): boolean =>
  trapName.test(element.getAttribute('name') ?? '') || trapName.test(element.id)

export const isTrapLabel = (label: string): boolean => trapLabel.test(label)
