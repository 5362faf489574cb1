import { type ControlValue, isDisabled, type NoSuchChoice } from '../dom/control.ts'
import { driverOf, isSameValue, readControl } from '../dom/control-driver.ts'
import type { EditWatch } from '../dom/edit-watch.ts'
import { nextTask, settle, waitFor } from '../dom/settle.ts'
import type { FieldChange, Issue } from '../../core/result.ts'
import type { SkippedField, SkipReason } from '../../core/tool.ts'
import { fieldChange } from './form-changes.ts'
import type { Field } from './form-group.ts'
import type { FillStep } from './form-plan.ts'

/** One field after it was written and read again. */
export type Written = {
  field: Field
  before: ControlValue
  wanted: ControlValue
  after: ControlValue
  skip?: SkipReason
}

export type FillContext = {
  document: Document
  edits: EditWatch
  signal: AbortSignal
  /** The field as it is in the page now: frameworks replace elements while one writes. */
  current(field: Field): Field
}

/** All written, or the values that no choice stands for; then everything is back as it was. */
export type FillOutcome = { written: Written[] } | { issues: Issue[] }

/** Writes the steps in order, waits until the page has settled, and reads back what it kept. */
export async function applyFill(steps: readonly FillStep[], context: FillContext): Promise<FillOutcome> {
  const written: Written[] = []
  for (const step of steps) {
    if (context.signal.aborted) break
    const one = await writeStep(step, context)
    if ('noSuchChoice' in one) {
      if (await isTakenBack(written, context))
        return { issues: [{ path: step.field.path, message: choiceMessage(one) }] }
      written.push({
        field: step.field,
        before: step.before,
        wanted: step.wanted,
        after: step.before,
        skip: 'not_found',
      })
      break
    }
    written.push(one)
  }
  await settle(context.document)
  await verify(written, context)
  return { written }
}

/** `invalid` promises that nothing was written; where that cannot be kept, what was written is told instead. */
async function isTakenBack(written: readonly Written[], context: FillContext): Promise<boolean> {
  const touched = written.filter(
    ({ skip, field, before }) => !skip && !isSameValue(field.control, before, readControl(field.control)),
  )
  const restored = await restore(touched, context)
  return restored.every(({ skip }) => skip === undefined)
}

const maxListed = 50

const choiceMessage = ({ choices, noSuchChoice }: NoSuchChoice): string => {
  const titles = choices.slice(0, maxListed).map(({ value }) => JSON.stringify(value))
  const allowed = titles.length === 0 ? 'it has no choices now' : `allowed values: ${titles.join(', ')}`
  return `${JSON.stringify(noSuchChoice)} is not among the choices; ${allowed}`
}

async function writeStep(step: FillStep, context: FillContext): Promise<Written | NoSuchChoice> {
  const { before, wanted, skip, isSame } = step
  const field = context.current(step.field)
  const one: Written = { field, before, wanted, after: before }
  if (skip) return { ...one, skip }
  if (isSame) return one
  const outcome = await writeOnce(field, wanted, 0, context)
  if (typeof outcome === 'object') return outcome
  return outcome ? { ...one, skip: outcome } : one
}

/** How long a field may stay disabled until an earlier one has taken effect, in milliseconds. */
const enableWaitMs = 1000

async function writeOnce(field: Field, wanted: ControlValue, attempt: number, context: FillContext) {
  const { control } = field
  if (!control.element.isConnected) return 'not_found'
  if (isDisabled(control)) {
    const isEnabled = (): true | undefined => (isDisabled(control) ? undefined : true)
    if (!(await waitFor(control.element.getRootNode(), isEnabled, enableWaitMs))) return 'disabled'
  }
  const outcome = await driverOf(control).write(control, wanted, attempt)
  context.edits.forget(control)
  await nextTask()
  return outcome
}

/** Reads back; what the page did not take is tried again by each other way its kind knows. */
async function verify(written: Written[], context: FillContext): Promise<void> {
  for (const one of written) {
    if (one.skip) {
      noteSideEffect(one)
      continue
    }
    one.field = context.current(one.field)
    await tryAgain(one, context)
    if (!one.field.control.element.isConnected) one.skip = 'not_found'
    else finish(one, context)
  }
}

async function tryAgain(one: Written, context: FillContext): Promise<void> {
  const { attempts = 1 } = driverOf(one.field.control)
  for (let attempt = 1; attempt < attempts; attempt++) {
    const { control } = one.field
    if (!control.element.isConnected || context.edits.isEdited(control) || context.signal.aborted) return
    if (isSameValue(control, one.wanted, readControl(control))) return
    await writeOnce(one.field, one.wanted, attempt, context)
    await settle(context.document)
    one.field = context.current(one.field)
  }
}

/** A write that failed on the way may have changed the value all the same; then that is what is told. */
function noteSideEffect(one: Written): void {
  const { control } = one.field
  if (one.skip === 'user_edited' || !control.element.isConnected) return
  one.after = readControl(control)
  if (!isSameValue(control, one.before, one.after)) one.skip = 'coerced'
}

function finish(one: Written, { edits }: FillContext): void {
  const { control } = one.field
  one.after = readControl(control)
  // What the page made of it since is not the person's either.
  if (!edits.isEdited(control)) edits.forget(control)
  if (isSameValue(control, one.wanted, one.after)) return
  one.skip = isSameValue(control, one.before, one.after) ? 'reverted' : 'coerced'
}

/** Puts back what was written, the last first. */
export async function restore(written: readonly Written[], context: FillContext): Promise<Written[]> {
  const restored: Written[] = []
  for (const one of written.toReversed()) {
    const field = context.current(one.field)
    const back: Written = { field, before: one.after, wanted: one.before, after: one.after }
    restored.push(back)
    if (!field.control.element.isConnected) back.skip = 'not_found'
    else if (context.edits.isEdited(field.control)) back.skip = 'user_edited'
    else if (!isSameValue(field.control, one.before, readControl(field.control)))
      await writeBack(back, context)
  }
  await settle(context.document)
  await verify(restored, context)
  return restored
}

async function writeBack(back: Written, context: FillContext): Promise<void> {
  const outcome = await writeOnce(back.field, back.wanted, 0, context)
  if (typeof outcome === 'object') back.skip = 'unsupported'
  else if (outcome) back.skip = outcome
}

/** What really changed, read back from the page. */
export const madeChanges = (written: readonly Written[]): FieldChange[] =>
  written
    .filter(({ skip }) => skip === undefined || skip === 'coerced')
    .filter((one) => one.field.isSensitive || !isSameValue(one.field.control, one.after, one.before))
    .map(({ field, before, after }) => fieldChange(field, before, after))

export const madeSkips = (written: readonly Written[]): SkippedField[] =>
  written.flatMap(({ field, skip }) => (skip ? [{ path: field.path, reason: skip }] : []))
