import type { Control, ControlValue, WriteOutcome } from './control.ts'
import type { ControlDriver } from './control-driver.ts'
import { recallHtml, rememberHtml } from './editor-memory.ts'
import { editorText } from './editor-text.ts'
import { runEditCommand } from './native-text.ts'
import { asOurs } from './own-events.ts'
import { fire, fireBeforeInput, fireInput, fireKey, focusReally, leave } from './page-events.ts'
import { nextTask, settle } from './settle.ts'

export const editorDriver: ControlDriver = {
  attempts: 2,
  read: (control) => editorText(control.element) || null,
  write: writeEditor,
  isSame: (wanted, actual) => normal(wanted) === normal(actual),
}

const normal = (value: ControlValue): string =>
  typeof value === 'string'
    ? value
        .replace(/\r\n?/g, '\n')
        .replace(/\u00A0/g, ' ')
        .replace(/\n+$/, '')
    : ''

/**
 * Editors that keep a model of their own and draw it. What the browser edits behind their back shows in the page and is
 * not in the model, so such editing is left out: better not filled than only seemingly.
 */
const modelled =
  '[data-slate-editor],[data-lexical-editor],.DraftEditor-root,.public-DraftEditor-content,.ProseMirror,.ql-editor,' +
  '.cm-content,.ck-content,.monaco-editor,.mce-content-body'

/**
 * Replaces the content as a paste, which editors with a model take in themselves, or as typing. Editors follow the
 * selection by an event that comes a task later.
 */
async function writeEditor(control: Control, wanted: ControlValue, attempt: number): Promise<WriteOutcome> {
  const { element } = control
  const text = normal(wanted)
  const html = attempt === 0 ? recallHtml(element, text) : undefined
  rememberHtml(element)
  focusReally(element)
  await selectAll(element, attempt)
  const outcome = text === '' ? await deleteSelected(element, attempt) : await insert(element, { text, html })
  await settle(element.ownerDocument)
  leave(element)
  return outcome
}

async function selectAll(element: HTMLElement, attempt: number): Promise<void> {
  const { ownerDocument } = element
  asOurs(() => ownerDocument.getSelection()?.selectAllChildren(element))
  await nextTask()
  await settle(ownerDocument)
  // The browser's own may still be on its way; an editor that knows the selection already does nothing about it.
  fire(ownerDocument, new Event('selectionchange'))
  if (isModelled(element) && (attempt > 0 || element.matches(followsFocusOnly))) pressSelectAll(element)
  await nextTask()
}

/** Takes no selection from a page whose window has no focus, but its own key. */
const followsFocusOnly = '.cm-content'

function pressSelectAll(element: HTMLElement): void {
  const isMac = /mac/i.test(element.ownerDocument.defaultView?.navigator.userAgent ?? '')
  const init = { key: 'a', code: 'KeyA', keyCode: 65, bubbles: true, cancelable: true, composed: true }
  fire(element, new KeyboardEvent('keydown', { ...init, ctrlKey: !isMac, metaKey: isMac }))
}

type Content = { text: string; html: string | undefined }

async function insert(element: HTMLElement, content: Content): Promise<WriteOutcome> {
  if (isTakenAsPaste(element, content)) return undefined
  if (!content.text.includes('\n') && !fireBeforeInput(element, 'insertText', content.text)) return undefined
  if (isModelled(element)) return 'unsupported'
  const { ownerDocument } = element
  // oxlint-disable-next-line typescript/no-deprecated
  if (content.html) asOurs(() => ownerDocument.execCommand('insertHTML', false, content.html))
  else await typeLines(element, content.text)
  return undefined
}

const isModelled = (element: Element): boolean => element.closest(modelled) !== null

/**
 * Editors with a model delete on the key or on the event before the input, and prevent what the browser would do.
 * Where none does, the browser deletes.
 */
async function deleteSelected(element: HTMLElement, attempt: number): Promise<WriteOutcome> {
  const isLeftToBrowser =
    (attempt > 0 || fireKey(element, 'keydown', 'Backspace')) &&
    fireBeforeInput(element, 'deleteContentBackward', null)
  if (isLeftToBrowser && isModelled(element)) return 'unsupported'
  if (isLeftToBrowser) asOurs(() => runEditCommand(element.ownerDocument, ''))
  fireKey(element, 'keyup', 'Backspace')
  await settle(element.ownerDocument)
  if (!isModelled(element)) dropLoneBreak(element)
  return undefined
}

/** The browser leaves a line break in a plain editor that it has emptied. */
function dropLoneBreak(element: HTMLElement): void {
  const [child] = element.childNodes
  if (element.childNodes.length !== 1 || !(child instanceof HTMLBRElement) || child.attributes.length > 0)
    return
  child.remove()
  fireInput(element, 'deleteContentBackward', null)
}

/** True when the editor handled the paste; a page that does not leaves it to the browser, which ignores ours. */
function isTakenAsPaste(element: HTMLElement, { text, html }: Content): boolean {
  const clipboardData = new DataTransfer()
  clipboardData.setData('text/plain', text)
  if (html) clipboardData.setData('text/html', html)
  const event = new ClipboardEvent('paste', {
    clipboardData,
    bubbles: true,
    cancelable: true,
    composed: true,
  })
  return !fire(element, event)
}

async function typeLines(element: HTMLElement, text: string): Promise<void> {
  const { ownerDocument } = element
  for (const [index, line] of text.split('\n').entries()) {
    // oxlint-disable-next-line typescript/no-deprecated
    if (index > 0) asOurs(() => ownerDocument.execCommand('insertParagraph'))
    if (line !== '') asOurs(() => runEditCommand(ownerDocument, line))
    await nextTask()
  }
}
