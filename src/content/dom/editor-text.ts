const blocks = new Set([
  'div',
  'p',
  'li',
  'ul',
  'ol',
  'blockquote',
  'pre',
  'h1',
  'h2',
  'h3',
  'h4',
  'h5',
  'h6',
])

/** The text of an editor, one line per block or break, without placeholders and invisible fillers. */
export function editorText(root: HTMLElement): string {
  const lines = ['']
  collectLines(root, lines)
  const text = lines
    .join('\n')
    .replace(/[\u200B\u2060\uFEFF]/g, '')
    .replace(/\u00A0/g, ' ')
  return text.replace(/\n+$/, '')
}

/** `lines` ends with the line being read. */
function collectLines(node: Node, lines: string[]): void {
  let hasBlock = false
  for (const child of node.childNodes) {
    if (child instanceof Text) hasBlock = append(lines, child.data, hasBlock)
    else if (child instanceof Element && !isFiller(child)) hasBlock = collectElement(child, lines, hasBlock)
  }
}

function collectElement(element: Element, lines: string[], isAfterBlock: boolean): boolean {
  if (element.localName === 'br') {
    if (element.nextSibling) lines.push('')
    return false
  }
  if (!blocks.has(element.localName)) {
    collectLines(element, lines)
    return false
  }
  if (isAfterBlock || lines.at(-1) !== '') lines.push('')
  collectLines(element, lines)
  return true
}

/** Text after a block stands on a line of its own. */
function append(lines: string[], text: string, isAfterBlock: boolean): boolean {
  if (isAfterBlock && text.trim() === '') return true
  if (isAfterBlock) lines.push('')
  lines[lines.length - 1] += text
  return false
}

const isFiller = (element: Element): boolean =>
  element.matches('[class*=placeholder i],[data-slate-placeholder],.cm-widgetBuffer,script,style')
