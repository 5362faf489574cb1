import { isInput, isSelect, type WriteOutcome } from './control.ts'
import { isChosen, openCombobox } from './combobox-list.ts'
import { isBlank } from './choices.ts'
import { clearButtonOf } from './clear-button.ts'
import { setNativeValue } from './native-text.ts'
import { clickLikeMouse, fireChange, fireInput, focusReally, leave, press } from './page-events.ts'
import { settle } from './settle.ts'
import { shownValue } from './shown-value.ts'

/**
 * By the control's own clear button, by deleting what is typed in it, by the native control that it mirrors for forms
 * and autofill, or by choosing the chosen option again.
 */
export async function clearCombobox(element: HTMLElement): Promise<WriteOutcome> {
  const doc = element.ownerDocument
  focusReally(element)
  const button = clearButtonOf(element)
  if (button) clickLikeMouse(button)
  else deleteTyped(element)
  await settle(doc)
  if (shownValue(element) !== null && clearMirror(element)) await settle(doc)
  if (shownValue(element) !== null) await chooseAgain(element)
  leave(element)
  await settle(doc)
  return shownValue(element) === null ? undefined : 'unsupported'
}

/** Escape is what makes some forget the choice as well; in a dialog it would close that. */
function deleteTyped(element: HTMLElement): void {
  if (!isInput(element) || element.readOnly) return
  if (element.value !== '') {
    setNativeValue(element, '')
    fireInput(element, 'deleteContentBackward', null)
    fireChange(element)
  } else press(element, 'Backspace')
  if (!element.closest('dialog,[role=dialog],[role=alertdialog]')) press(element, 'Escape')
  if (element.getAttribute('aria-expanded') === 'true') press(element, 'Escape')
}

/** False where there is no hidden native select beside it. */
function clearMirror(element: HTMLElement): boolean {
  const mirror = [element.nextElementSibling, element.previousElementSibling].find(
    (sibling) => sibling !== null && isSelect(sibling) && sibling.getAttribute('aria-hidden') === 'true',
  )
  if (!mirror || !isSelect(mirror) || mirror.multiple) return false
  mirror.selectedIndex = [...mirror.options].findIndex(isBlank)
  fireInput(mirror, '', null)
  fireChange(mirror)
  return true
}

async function chooseAgain(element: HTMLElement): Promise<void> {
  const shown = shownValue(element)
  const list = shown === null ? null : await openCombobox(element)
  const option = shown === null ? undefined : (list?.blank() ?? (await list?.find(shown)))
  if (option && (isChosen(option) || option.textContent.trim() === '')) clickLikeMouse(option)
  else press(element, 'Escape')
  await settle(element.ownerDocument)
  if (element.getAttribute('aria-expanded') === 'true') press(element, 'Escape')
}
