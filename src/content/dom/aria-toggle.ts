import { type Control, type ControlValue, isInput, type WriteOutcome } from './control.ts'
import type { ControlDriver } from './control-driver.ts'
import { clickLikeMouse, enter, focusReally, leave, press } from './page-events.ts'
import { runEditCommand } from './native-text.ts'
import { asOurs } from './own-events.ts'
import { nextTask, settle } from './settle.ts'

const isOn = (control: Control): boolean => control.element.getAttribute('aria-checked') === 'true'

export const ariaCheckDriver: ControlDriver = {
  attempts: 2,
  read: isOn,
  write: (control, wanted, attempt) => {
    if (isOn(control) === (wanted ?? false)) return undefined
    if (attempt === 0) {
      enter(control.element)
      clickLikeMouse(control.element)
      leave(control.element)
    } else {
      focusReally(control.element)
      press(control.element, ' ')
    }
    return undefined
  },
  isSame: (wanted, actual) => (wanted ?? false) === actual,
}

export const ariaRangeDriver: ControlDriver = {
  read: readRange,
  write: async (control, wanted) => {
    if (typeof wanted !== 'number') return 'unsupported'
    focusReally(control.element)
    const outcome = control.element.isContentEditable
      ? await typeDigits(control, wanted)
      : await stepTo(control, wanted)
    leave(control.element)
    return outcome
  },
}

function readRange(control: Control): number | null {
  const { element } = control
  const text = isInput(element) ? element.value : element.getAttribute('aria-valuenow')
  return text === null || text.trim() === '' || Number.isNaN(Number(text)) ? null : Number(text)
}

/** Date fields made of parts take digits one by one, each as the keyboard would give it. */
async function typeDigits(control: Control, wanted: number): Promise<WriteOutcome> {
  const { element } = control
  const max = element.getAttribute('aria-valuemax') ?? ''
  for (const digit of String(wanted).padStart(max.length, '0')) {
    asOurs(() => {
      element.ownerDocument.getSelection()?.selectAllChildren(element)
      runEditCommand(element.ownerDocument, digit)
    })
    await nextTask()
  }
  return undefined
}

const maxSteps = 400

/** Arrow keys until the value is there, or stops coming nearer. */
async function stepTo(control: Control, wanted: number): Promise<WriteOutcome> {
  let now = readRange(control) ?? 0
  for (let step = 0; step < maxSteps && now !== wanted; step++) {
    press(control.element, keyTowards(control, now, wanted))
    const next = await changedValue(control, now)
    if (next === now) return 'unsupported'
    if (Math.abs(next - wanted) > Math.abs(now - wanted)) return undefined
    now = next
  }
  return undefined
}

function keyTowards(control: Control, now: number, wanted: number): string {
  const at = (name: string): ControlValue => {
    const text = control.element.getAttribute(name)
    return text === null ? null : Number(text)
  }
  if (wanted === at('aria-valuemin')) return 'Home'
  if (wanted === at('aria-valuemax')) return 'End'
  return wanted > now ? 'ArrowUp' : 'ArrowDown'
}

async function changedValue(control: Control, before: number): Promise<number> {
  for (let turn = 0; turn < 2; turn++) {
    await nextTask()
    const value = readRange(control)
    if (value !== null && value !== before) return value
  }
  await settle(control.element.ownerDocument)
  return readRange(control) ?? before
}
