import {
  asTexts,
  type Choice,
  type Control,
  type ControlValue,
  isSelect,
  type WriteOutcome,
} from './control.ts'
import type { ControlDriver } from './control-driver.ts'
import { findChoice, isBlank } from './choices.ts'
import { clean } from './label.ts'
import { enter, fire, fireChange, leave } from './page-events.ts'
import { waitFor } from './settle.ts'

/** How long a select may take to load what depends on another field, in milliseconds. */
const optionsWaitMs = 3000

export const selectDriver: ControlDriver = {
  read: (control) => {
    const select = control.element
    if (!isSelect(select)) return null
    const chosen = [...select.selectedOptions].filter((option) => !isBlank(option)).map(({ value }) => value)
    return select.multiple ? chosen : (chosen[0] ?? null)
  },
  write: writeSelect,
  isSame: (wanted, actual, control) => {
    const want = namedOptions(control, wanted)
    const got = namedOptions(control, actual)
    return want.length === got.length && want.every((index) => got.includes(index))
  },
}

const namedOptions = ({ element }: Control, value: ControlValue): number[] => {
  const choices = isSelect(element) ? listed(element) : []
  return asTexts(value).map((one) => findChoice(choices, one))
}

async function writeSelect(control: Control, wanted: ControlValue): Promise<WriteOutcome> {
  const select = control.element
  if (!isSelect(select)) return 'not_found'
  const values = asTexts(wanted)
  const found = await waitFor(select, () => optionsFor(select, values), optionsWaitMs)
  if (!found)
    return { noSuchChoice: values.find((value) => !isOffered(select, value)) ?? '', choices: listed(select) }
  if (select.matches(':disabled')) return 'disabled'
  enter(select)
  choose(select, found)
  fire(select, new Event('input', { bubbles: true, composed: true }))
  fireChange(select)
  leave(select)
  return undefined
}

const listed = (select: HTMLSelectElement): Choice[] =>
  [...select.options].map((option) => ({ value: option.value, title: clean(option.label) || option.value }))

const isOffered = (select: HTMLSelectElement, value: string): boolean =>
  findChoice(listed(select), value) >= 0

/** The options for all the values, or undefined while one is still missing. */
function optionsFor(
  select: HTMLSelectElement,
  values: readonly string[],
): Set<HTMLOptionElement> | undefined {
  const choices = listed(select)
  const found = values.flatMap((value) => select.options[findChoice(choices, value)] ?? [])
  return found.length === values.length ? new Set(found) : undefined
}

function choose(select: HTMLSelectElement, options: ReadonlySet<HTMLOptionElement>): void {
  if (select.multiple) {
    for (const option of select.options) option.selected = options.has(option)
    return
  }
  const [option] = options
  const blank = [...select.options].findIndex(isBlank)
  select.selectedIndex = option ? option.index : blank
}
