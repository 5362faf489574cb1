import type { Control, ControlValue, WriteOutcome } from './control.ts'
import type { ControlDriver } from './control-driver.ts'
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
 * Replaces the content as a paste, which editors with a model of their own take in themselves, or as typing. Editors
 * follow the selection by an event that comes a task later.
 */
async function writeEditor(control: Control, wanted: ControlValue, attempt: number): Promise<WriteOutcome> {
  const { element } = control
  const text = normal(wanted)
  focusReally(element)
  await selectAll(element)
  if (text === '') await deleteSelected(element, attempt)
  else if (attempt > 0 || !text.includes('\n')) await typeLines(element, text)
  else if (!isTakenAsPaste(element, text)) await typeLines(element, text)
  await settle(element.ownerDocument)
  leave(element)
  return undefined
}

async function selectAll(element: HTMLElement): Promise<void> {
  asOurs(() => element.ownerDocument.getSelection()?.selectAllChildren(element))
  await nextTask()
  await settle(element.ownerDocument)
}

/**
 * Editors with a model of their own delete on the key or on the event before the input, and prevent what the browser
 * would do. Where none does, the browser deletes.
 */
async function deleteSelected(element: HTMLElement, attempt: number): Promise<void> {
  const wasEmpty = element.innerHTML === ''
  const isLeftToBrowser =
    (attempt > 0 || fireKey(element, 'keydown', 'Backspace')) &&
    fireBeforeInput(element, 'deleteContentBackward', null)
  if (isLeftToBrowser) asOurs(() => runEditCommand(element.ownerDocument, ''))
  fireKey(element, 'keyup', 'Backspace')
  await settle(element.ownerDocument)
  if (!wasEmpty) dropLoneBreak(element)
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
function isTakenAsPaste(element: HTMLElement, text: string): boolean {
  const clipboardData = new DataTransfer()
  clipboardData.setData('text/plain', text)
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
