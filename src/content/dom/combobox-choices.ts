import { type Choice, isInput } from './control.ts'
import { closeCombobox, openCombobox, search } from './combobox-list.ts'
import { focusReally, leave } from './page-events.ts'
import { settle, waitFor } from './settle.ts'

/** How long a list may take to load what one searches for, in milliseconds. */
const loadWaitMs = 3000

/** Opens a combobox, types the query where it searches, reads what it offers, and leaves it as it was. */
export async function listChoices(element: HTMLElement, query: string): Promise<Choice[]> {
  const doc = element.ownerDocument
  const typed = isInput(element) ? element.value : ''
  focusReally(element)
  const list = await openCombobox(element)
  if (!list) return leaveEmpty(element)
  const isSearching = query !== '' && isInput(element) && !element.readOnly
  if (isSearching) {
    search(element, query)
    await settle(doc)
  }
  const found = (): Choice[] | undefined => {
    const choices = list.matching(query)
    return choices.length > 0 ? choices : undefined
  }
  const choices = (await waitFor(doc, found, loadWaitMs)) ?? list.choices()
  if (isSearching) search(element, typed)
  await closeCombobox(element)
  leave(element)
  return choices
}

function leaveEmpty(element: HTMLElement): Choice[] {
  leave(element)
  return []
}
