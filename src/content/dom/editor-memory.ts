import { editorText } from './editor-text.ts'

const formats = /<(b|strong|i|em|u|s|del|a|code|h[1-6]|ul|ol|li|blockquote|img|mark|table)\b/i
const kept = 8

/** What an editor held before we wrote into it, formats included, by its plain text: undo brings it back as it was. */
const memories = new WeakMap<Element, Map<string, string>>()

export function rememberHtml(element: HTMLElement): void {
  if (!formats.test(element.innerHTML)) return
  const memory = memories.get(element) ?? new Map<string, string>()
  memories.set(element, memory)
  memory.set(editorText(element), element.innerHTML)
  const [oldest] = memory.keys()
  if (memory.size > kept && oldest !== undefined) memory.delete(oldest)
}

export const recallHtml = (element: HTMLElement, text: string): string | undefined =>
  memories.get(element)?.get(text)
