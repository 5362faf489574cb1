import { parentOf } from './composed-tree.ts'
import { isInput, isTextArea } from './control.ts'
import { clean } from './label.ts'
import { isCrowded } from './multiple.ts'

const notValue =
  '[class*=placeholder i]:not([class*=selected i]),[id*=placeholder i],[data-placeholder],[aria-live],[role=listbox],' +
  '[role=log],[role=alert],label,legend,svg,style,script,button[aria-label],[role=button][aria-label],[aria-hidden=true],select,' +
  '[class*=remove i],[hidden]'

const isField = (element: Element): element is HTMLInputElement | HTMLTextAreaElement =>
  isInput(element) || isTextArea(element)

/** What a combobox shows as chosen: typed text, or what stands in its box; null when that is only a placeholder. */
export function shownValue(element: HTMLElement): string | null {
  if (isField(element) && element.value !== '') return element.value
  return shownTexts(element).join(' ') || null
}

/** What a combobox with several choices shows, one text for each. */
export function shownValues(element: HTMLElement): string[] {
  const texts = shownTexts(element)
  return texts.length === 1 ? (texts[0] ?? '').split(/\s*,\s*/).filter((text) => text !== '') : texts
}

function shownTexts(element: HTMLElement): string[] {
  if (element.matches('[data-placeholder]')) return []
  const box = isField(element) ? boxOf(element) : element
  return box ? textsIn(box) : []
}

/** The element that holds the input and nothing of other fields. */
export function boxOf(input: HTMLElement): Element | null {
  let box: Element | null = null
  let at = parentOf(input)
  for (let step = 0; at && step < 5; step++) {
    if (at.matches('form,body,fieldset,label,[role=group],[role=dialog]') || isCrowded(at)) break
    if (at.querySelector('label:not([aria-hidden=true] *),legend:not([aria-hidden=true] *)')) break
    box = at
    at = parentOf(at)
  }
  return box
}

/** The texts in an element, one for each of its innermost elements that holds one. */
export function textsIn(element: Element): string[] {
  const parts: string[] = []
  collect(element, parts)
  return parts
    .map((part) => clean(part.replace(/[\u200B-\u200D\u2060\uFEFF]/g, '')))
    .filter((part) => /[^\s,;|/·•]/.test(part))
}

function collect(node: Node, parts: string[]): void {
  let isSameLine = false
  for (const child of node.childNodes) {
    if (child instanceof Text) {
      if (isSameLine) parts.push(`${parts.pop() ?? ''}${child.data}`)
      else parts.push(child.data)
      isSameLine = true
    } else if (child instanceof Element && !child.matches(notValue)) {
      collect(child, parts)
      isSameLine = false
    }
  }
}
