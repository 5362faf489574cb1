import { asTexts, type ControlValue, type WriteOutcome } from './control.ts'
import { fold } from './choices.ts'
import { closeCombobox, isChosen, openCombobox, type OpenList } from './combobox-list.ts'
import { queryComposed } from './composed-tree.ts'
import { clickLikeMouse, focusReally, leave, press } from './page-events.ts'
import { settle } from './settle.ts'
import { boxOf, shownValues, textsIn } from './shown-value.ts'

/** Takes away what is not wanted and adds what is missing, one choice at a time. */
export async function writeSeveral(element: HTMLElement, wanted: ControlValue): Promise<WriteOutcome> {
  // What cannot be read back cannot be verified either.
  if (boxOf(element) === null && element.matches('input,textarea')) return 'unsupported'
  const values = asTexts(wanted)
  focusReally(element)
  const outcome = await change(element, values)
  await closeCombobox(element)
  leave(element)
  return outcome
}

async function change(element: HTMLElement, values: readonly string[]): Promise<WriteOutcome> {
  const isWanted = (shown: string): boolean => values.some((value) => fold(value) === fold(shown))
  for (const shown of shownValues(element)) if (!isWanted(shown)) await takeAway(element, shown)
  for (const value of values) {
    if (shownValues(element).some((shown) => fold(shown) === fold(value))) continue
    const outcome = await add(element, value)
    if (outcome !== undefined) return outcome
  }
  return undefined
}

async function add(element: HTMLElement, value: string): Promise<WriteOutcome> {
  const list = await openCombobox(element)
  if (!list) return 'unsupported'
  const option = await list.find(value)
  if (option) clickLikeMouse(option)
  else if (!list.keepTyped(value)) return { noSuchChoice: value, choices: list.choices() }
  else press(element, 'Enter')
  await settle(element.ownerDocument)
  return undefined
}

/** By the chip's own button, else by choosing the chosen option again. */
async function takeAway(element: HTMLElement, shown: string): Promise<void> {
  const button = removeButton(element, shown)
  if (button) clickLikeMouse(button)
  else await deselect(element, await openCombobox(element), shown)
  await settle(element.ownerDocument)
}

async function deselect(element: HTMLElement, list: OpenList | null, shown: string): Promise<void> {
  const option = await list?.find(shown)
  if (option && isChosen(option)) clickLikeMouse(option)
  else if (shownValues(element).at(-1) === shown) press(element, 'Backspace')
}

const removers =
  '[aria-label*=remove i],[class*=remove i],[class*=deleteicon i],[class*=close i],[aria-label*=close i],[title*=remove i]'

/** The smallest thing around a remover that says anything is its chip. */
function removeButton(element: HTMLElement, shown: string): HTMLElement | undefined {
  const box = boxOf(element) ?? element
  return queryComposed(box, removers).find((remover) => {
    let chip: Element | null = remover
    while (chip && chip !== box && textsIn(chip).length === 0) chip = chip.parentElement
    return chip !== null && chip !== box && fold(textsIn(chip).join(' ')) === fold(shown)
  })
}
