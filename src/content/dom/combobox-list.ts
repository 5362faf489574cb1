import { type Choice, isInput, isTextArea } from './control.ts'
import { findChoice, fold, optionChoice, optionsIn } from './choices.ts'
import { openRoots } from './composed-tree.ts'
import { popupOf } from './find-controls.ts'
import { noteMultiple } from './multiple.ts'
import { setNativeValue } from './native-text.ts'
import { bringIntoView, clickLikeMouse, fireInput, press } from './page-events.ts'
import { settle, waitFor } from './settle.ts'

const openWaitMs = 2000
const searchWaitMs = 3000

/** The open list of a combobox. */
export type OpenList = {
  /** Everything that was on offer since it was opened. */
  choices(): Choice[]
  /** The option that stands for nothing. */
  blank(): HTMLElement | undefined
  /** The choices in the list now that hold the text. */
  matching(text: string): Choice[]
  /** Looks for an option; types into the combobox where it searches. */
  find(wanted: string): Promise<HTMLElement | undefined>
  /** Types a text that is among no choices, where the combobox offered none and so may take any. */
  keepTyped(text: string): boolean
}

type Field = HTMLInputElement | HTMLTextAreaElement

const isShown = (element: Element): boolean => element.checkVisibility({ visibilityProperty: true })

export const isChosen = (option: Element): boolean =>
  option.getAttribute('aria-selected') === 'true' ||
  option.getAttribute('aria-checked') === 'true' ||
  /(^|[-_ ])(is-)?(option-)?selected( |$)/.test(option.getAttribute('class') ?? '')

/** Opens the list as a person would, with the mouse, then with the keyboard. Null where none opens. */
export async function openCombobox(element: HTMLElement): Promise<OpenList | null> {
  const before = new Set(visibleLists(element))
  const findList = (): HTMLElement | undefined => listOf(element, before)
  const doc = element.ownerDocument
  bringIntoView(element)
  if (!findList() && element.getAttribute('aria-expanded') !== 'true') {
    clickLikeMouse(element)
    await settle(doc)
  }
  for (const key of ['ArrowDown', 'Enter']) {
    const isOpen = element.getAttribute('aria-expanded') === 'true'
    if (isOpen || (await waitFor(doc, findList, openWaitMs / 4))) break
    press(element, key)
    await settle(doc)
  }
  const list = await waitFor(doc, findList, openWaitMs)
  if (list?.getAttribute('aria-multiselectable') === 'true') noteMultiple(element)
  return list || isSearch(element) ? createOpenList(element, findList) : null
}

const closeWaitMs = 500

/** Closes what `openCombobox` opened; Escape goes to whatever has the focus then, as it would from a keyboard. */
export async function closeCombobox(element: HTMLElement): Promise<void> {
  const doc = element.ownerDocument
  const isClosed = (): true | undefined =>
    element.isConnected && element.getAttribute('aria-expanded') === 'true' ? undefined : true
  for (const target of new Set([element, doc.activeElement, popupOf(element)])) {
    if (isClosed()) break
    if (target) press(target, 'Escape')
    await waitFor(doc, isClosed, closeWaitMs)
  }
  await settle(doc)
}

/** Whether one can type to narrow the list down. */
const isSearch = (element: HTMLElement): element is Field =>
  (isInput(element) || isTextArea(element)) && !element.readOnly

const visibleLists = (element: HTMLElement): HTMLElement[] =>
  openRoots(element.ownerDocument)
    .flatMap((root) => [...root.querySelectorAll<HTMLElement>('[role=listbox]')])
    .filter(isShown)

/** The list that the combobox names; else one that appeared since, wherever the page drew it. */
function listOf(element: HTMLElement, before: ReadonlySet<HTMLElement>): HTMLElement | undefined {
  const named = popupOf(element)
  if (named && isShown(named) && optionsIn(named).some(isShown)) return named
  const lists = visibleLists(element).filter((list) => optionsIn(list).length > 0)
  const fresh = lists.find((list) => !before.has(list))
  const isOpen = element.getAttribute('aria-expanded') === 'true'
  return fresh ?? (isOpen && lists.length === 1 ? lists[0] : undefined)
}

function createOpenList(element: HTMLElement, findList: () => HTMLElement | undefined): OpenList {
  const offered = new Map<string, Choice>()
  const options = (): HTMLElement[] => {
    const list = findList()
    const now = list ? drawnOptions(list) : []
    for (const choice of now.map(optionChoice)) offered.set(choice.value, choice)
    return now
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
    const fresh = found ?? options().find((option) => isCreate(option, wanted))
    if (!fresh) search(element, '')
    return fresh
  }
  options()
  return {
    choices: () => [...offered.values()],
    matching: (text) =>
      options()
        .map(optionChoice)
        .filter(({ title }) => fold(title).includes(fold(text))),
    blank: () =>
      options().find((option) => option.textContent.trim() === '' && option.childElementCount === 0),
    find,
    keepTyped: (text) => {
      if (offered.size > 0 || !isSearch(element)) return false
      search(element, text)
      return true
    },
  }
}

/** Some lists have a hidden twin for screen readers with a few of the options; a click goes to those that are drawn. */
export function drawnOptions(list: HTMLElement): HTMLElement[] {
  const options = optionsIn(list)
  const box = list.getBoundingClientRect()
  if ((box.height >= 2 && box.width >= 2) || !list.parentElement) return options
  const drawn = [...list.parentElement.querySelectorAll<HTMLElement>('[class*=option i]')].filter(
    (option) => !list.contains(option) && isShown(option) && option.textContent.trim() !== '',
  )
  const outermost = drawn.filter(
    (option) => !drawn.some((other) => other !== option && other.contains(option)),
  )
  return outermost.length > 0 ? outermost : options
}

/** The option that a list offers for a text that is none of its own: “Create "Violet"”. */
function isCreate(option: HTMLElement, wanted: string): boolean {
  const { title } = optionChoice(option)
  return (
    /^(create|add|new|use|neu|hinzuf|erstelle|crear|añadir|ajouter|créer|إضافة)/i.test(title) &&
    fold(title).includes(fold(wanted))
  )
}

export function search(element: Field, query: string): void {
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
  const parent = list.parentElement
  const near = [list, ...(parent ? [parent, ...parent.querySelectorAll('*')] : [])]
  return (
    near.find((element) => element.scrollHeight > element.clientHeight + 4 && element.clientHeight > 20) ??
    null
  )
}
