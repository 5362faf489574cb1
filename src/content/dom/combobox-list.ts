import { isInput } from './control.ts'
import { findChoice, optionChoice, optionsIn } from './choices.ts'
import { openRoots } from './composed-tree.ts'
import { popupOf } from './find-controls.ts'
import { setNativeValue } from './native-text.ts'
import { clickLikeMouse, fireInput, press } from './page-events.ts'
import { settle, waitFor } from './settle.ts'

const openWaitMs = 1000
const searchWaitMs = 3000

/** The open list of a combobox. */
export type OpenList = {
  /** Option elements in the page now. */
  options(): HTMLElement[]
  /** Looks for an option; types into the combobox where it searches. */
  find(wanted: string): Promise<HTMLElement | undefined>
}

const isShown = (element: Element): boolean => element.checkVisibility({ visibilityProperty: true })

/** Opens the list as a person would, with the mouse, then with the keyboard. Null where none opens. */
export async function openCombobox(element: HTMLElement): Promise<OpenList | null> {
  const before = new Set(visibleLists(element))
  const findList = (): HTMLElement | undefined => listOf(element, before)
  const doc = element.ownerDocument
  if (!findList()) {
    clickLikeMouse(element)
    await settle(doc)
  }
  for (const key of ['ArrowDown', 'Enter']) {
    if (await waitFor(doc, findList, openWaitMs / 4)) break
    press(element, key)
    await settle(doc)
  }
  const list = await waitFor(doc, findList, openWaitMs)
  if (!list && !isSearch(element)) return null
  return createOpenList(element, findList)
}

/** Whether one can type to narrow the list down. */
const isSearch = (element: HTMLElement): element is HTMLInputElement => isInput(element) && !element.readOnly

const visibleLists = (element: HTMLElement): HTMLElement[] =>
  openRoots(element.ownerDocument)
    .flatMap((root) => [...root.querySelectorAll<HTMLElement>('[role=listbox]')])
    .filter(isShown)

/** The list that the combobox names; else one that appeared since, wherever the page drew it. */
function listOf(element: HTMLElement, before: ReadonlySet<HTMLElement>): HTMLElement | undefined {
  const named = popupOf(element)
  if (named && isShown(named) && optionsIn(named).some(isShown)) return named
  return visibleLists(element).find((list) => !before.has(list) && optionsIn(list).length > 0)
}

function createOpenList(element: HTMLElement, findList: () => HTMLElement | undefined): OpenList {
  const options = (): HTMLElement[] => {
    const list = findList()
    return list ? optionsIn(list) : []
  }
  const match = (wanted: string): HTMLElement | undefined => {
    const now = options()
    return now[findChoice(now.map(optionChoice), wanted)]
  }
  const find = async (wanted: string): Promise<HTMLElement | undefined> => {
    const listed = match(wanted) ?? (await findScrolling(findList, () => match(wanted)))
    if (listed || !isSearch(element)) return listed
    search(element, wanted)
    const found = await waitFor(element.ownerDocument, () => match(wanted), searchWaitMs)
    if (!found) search(element, '')
    return found
  }
  return { options, find }
}

export function search(element: HTMLInputElement, query: string): void {
  setNativeValue(element, query)
  fireInput(element, query === '' ? 'deleteContentBackward' : 'insertText', query || null)
}

const maxScrolls = 60

/** Long lists draw only what is in view: scrolls through, until the option turns up or the end is reached. */
async function findScrolling(
  findList: () => HTMLElement | undefined,
  match: () => HTMLElement | undefined,
): Promise<HTMLElement | undefined> {
  const list = findList()
  const scroller = list ? scrollerOf(list) : null
  if (!scroller) return undefined
  for (let turn = 0; turn < maxScrolls; turn++) {
    const found = match()
    if (found) return found
    const top = scroller.scrollTop
    scroller.scrollTop = top + scroller.clientHeight
    if (scroller.scrollTop === top) return undefined
    await settle(scroller.ownerDocument)
  }
  return undefined
}

function scrollerOf(list: HTMLElement): Element | null {
  const near = [list, ...list.querySelectorAll('*'), list.parentElement].filter((element) => element !== null)
  return (
    near.find((element) => element.scrollHeight > element.clientHeight + 4 && element.clientHeight > 0) ??
    null
  )
}
