import { asOurs } from './own-events.ts'

const bubbling = { bubbles: true, composed: true }

/** Dispatches an event of ours. Returns false when the page prevented it. */
export const fire = (target: EventTarget, event: Event): boolean => asOurs(() => target.dispatchEvent(event))

export const fireInput = (target: EventTarget, inputType: string, text: string | null): boolean =>
  fire(target, new InputEvent('input', { ...bubbling, inputType, data: text }))

/** False when the page wants to insert the text by its own means. */
export const fireBeforeInput = (target: EventTarget, inputType: string, text: string | null): boolean =>
  fire(target, new InputEvent('beforeinput', { ...bubbling, cancelable: true, inputType, data: text }))

export const fireChange = (target: EventTarget): boolean =>
  fire(target, new Event('change', { bubbles: true }))

export const fireKey = (target: EventTarget, type: 'keydown' | 'keyup', key: string): boolean =>
  fire(
    target,
    new KeyboardEvent(type, {
      ...bubbling,
      cancelable: true,
      key,
      code: codeOf(key),
      keyCode: keyCodes[key] ?? 0,
    }),
  )

const codeOf = (key: string): string => (/^[a-z]$/i.test(key) ? `Key${key.toUpperCase()}` : key)

const keyCodes: Record<string, number> = {
  Enter: 13,
  Escape: 27,
  ArrowLeft: 37,
  ArrowUp: 38,
  ArrowRight: 39,
  ArrowDown: 40,
  Home: 36,
  End: 35,
  Backspace: 8,
  Delete: 46,
  Tab: 9,
}

export const press = (target: EventTarget, key: string): boolean => {
  const isWanted = fireKey(target, 'keydown', key)
  fireKey(target, 'keyup', key)
  return isWanted
}

/** Tells the page that the element got the focus, whether or not the window has it. */
export function enter(element: HTMLElement): void {
  fire(element, new FocusEvent('focus', { composed: true }))
  fire(element, new FocusEvent('focusin', bubbling))
}

/** Really focuses, and lets the page know even where the window has no focus and the browser says nothing. */
export function focusReally(element: HTMLElement): void {
  if (!isHeard(element, 'focus', () => element.focus({ preventScroll: true }))) enter(element)
}

/**
 * Really takes the focus away where the element has it: what the browser keeps back until then, such as the `change` of
 * a typed text, would else come when the person turns to another window, and look like theirs.
 */
export function leave(element: HTMLElement): void {
  if (isHeard(element, 'blur', () => element.blur())) return
  fire(element, new FocusEvent('blur', { composed: true }))
  fire(element, new FocusEvent('focusout', bubbling))
}

/** Whether the browser sends the event to the element as we act; where the window has no focus it sends none. */
function isHeard(element: HTMLElement, type: string, act: () => void): boolean {
  let isTold = false
  const onEvent = (): void => {
    isTold = true
  }
  element.addEventListener(type, onEvent)
  asOurs(act)
  element.removeEventListener(type, onEvent)
  return isTold
}

/** Everything a mouse click sends, ending in the element's own activation. */
export function clickLikeMouse(element: Element): void {
  const box = element.getBoundingClientRect()
  const at = { clientX: box.left + box.width / 2, clientY: box.top + box.height / 2 }
  const init = {
    ...bubbling,
    ...at,
    cancelable: true,
    button: 0,
    detail: 1,
    view: element.ownerDocument.defaultView,
  }
  const pointer = { ...init, pointerId: 1, pointerType: 'mouse', isPrimary: true }
  fire(element, new PointerEvent('pointerover', pointer))
  fire(element, new MouseEvent('mouseover', init))
  fire(element, new PointerEvent('pointermove', pointer))
  fire(element, new MouseEvent('mousemove', init))
  fire(element, new PointerEvent('pointerdown', { ...pointer, buttons: 1 }))
  fire(element, new MouseEvent('mousedown', { ...init, buttons: 1 }))
  fire(element, new PointerEvent('pointerup', pointer))
  fire(element, new MouseEvent('mouseup', init))
  // Icons are SVG elements, which have no `click()`.
  if (element instanceof HTMLElement) asOurs(() => element.click())
  else fire(element, new MouseEvent('click', init))
}

/** Libraries hide a list or calendar whose control is scrolled away. */
export function bringIntoView(element: HTMLElement): void {
  const { top, bottom } = element.getBoundingClientRect()
  const height = element.ownerDocument.defaultView?.innerHeight ?? 0
  if (top < 0 || bottom > height) element.scrollIntoView({ block: 'center', behavior: 'instant' })
}
