import { isInput } from './control.ts'
import { parentOf } from './composed-tree.ts'
import { clean } from './label.ts'

const notValue =
  '[class*=placeholder i],[id*=placeholder i],[data-placeholder],[aria-live],[role=listbox],[role=log],[role=alert],' +
  'label,legend,svg,style,button[aria-label],[aria-hidden=true],select'

/** What a combobox shows as chosen: typed text, or what stands in its box; null when that is only a placeholder. */
export function shownValue(element: HTMLElement): string | null {
  if (!isInput(element)) return element.matches('[data-placeholder]') ? null : ownText(element) || null
  if (element.value !== '') return element.value
  const box = boxOf(element)
  return box ? ownText(box) || null : null
}

/** The element that holds the input and nothing of other fields. */
function boxOf(input: HTMLElement): Element | null {
  let box: Element | null = null
  let at = parentOf(input)
  for (let step = 0; at && step < 4; step++) {
    if (at.matches('form,body,fieldset,label,[role=group],[role=dialog]')) break
    if (at.querySelectorAll('input:not([type=hidden]):not([aria-hidden=true]),textarea').length > 1) break
    if (at.querySelector('label,legend')) break
    box = at
    at = parentOf(at)
  }
  return box
}

function ownText(element: Element): string {
  const parts: string[] = []
  collect(element, parts)
  return clean(parts.join(' ').replace(/[\u200B-\u200D\u2060\uFEFF]/g, ''))
}

function collect(node: Node, parts: string[]): void {
  for (const child of node.childNodes) {
    if (child instanceof Text) parts.push(child.data)
    else if (child instanceof Element && !child.matches(notValue)) collect(child, parts)
  }
}
