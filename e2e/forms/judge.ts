import { isDeepStrictEqual } from 'node:util'
import type { Cell } from './cell.ts'
import type { FormField, FormPage } from './form-page.ts'
import { pathOf, type Trial, unmentioned } from './trial.ts'

/** What a library holds, by field. */
export type State = Record<string, unknown>

/** What the extension said about undoing, by path. */
export type Undone = { done: Set<string>; skipped: Map<string, string> }

/** What the library itself held at each step, and what its submit handler got. */
export type Truth = {
  initial: State
  filled: State
  submitted: State | null
  undone: Undone
  restored: State
}

const expectedOf = ({ wanted, expected }: FormField): unknown => (expected === undefined ? wanted : expected)

/** Compares what was said of a field with what its library held. */
export function judge(form: FormPage, trial: Trial, truth: Truth): Cell {
  const { library } = form
  const { control, label } = trial.field
  const cell: Cell = { library, control, label, filled: 'yes', verified: 'yes', undone: 'yes', notes: [] }
  const isFilled = judgeFill(cell, trial, truth)
  if (isFilled) judgeSubmit(cell, trial.field, truth)
  if (cell.filled === 'skip') cell.undone = 'skip'
  else judgeUndo(cell, trial, truth)
  return cell
}

type Said = { isOffered: boolean; reasons: string[]; isClaimed: boolean }

/** A box that already stood as wanted is rightly not mentioned; one of them must have been. */
function saidOf({ parts }: Trial): Said {
  const isClaimed = parts.some(({ claim }) => claim !== undefined)
  const refusals = parts.flatMap(({ skip, refusal }) => skip ?? refusal ?? [])
  const reasons = refusals.filter((reason) => !(isClaimed && parts.length > 1 && reason === unmentioned))
  return { isOffered: parts.length > 0, reasons, isClaimed }
}

function judgeFill(cell: Cell, trial: Trial, { initial, filled }: Truth): boolean {
  const { state } = trial.field
  const { isOffered, reasons, isClaimed } = saidOf(trial)
  const isFilled = isDeepStrictEqual(filled[state], expectedOf(trial.field))
  const isUntouched = isDeepStrictEqual(filled[state], initial[state])
  if (!isFilled) cell.notes.push(`has ${JSON.stringify(filled[state])}`)
  cell.notes.push(...(isOffered ? reasons : ['not offered']))
  const isTold = reasons.length > 0 && !reasons.includes(unmentioned)
  if (isFilled) cell.verified = isClaimed && reasons.length === 0 ? 'yes' : 'lie'
  else if (isClaimed && reasons.length === 0) cell.filled = cell.verified = 'lie'
  else cell.filled = cell.verified = isUntouched || (isTold && isClaimed) ? 'skip' : 'lie'
  return isFilled
}

function judgeSubmit(cell: Cell, field: FormField, { submitted }: Truth): void {
  const got = submitted?.[field.state]
  if (isDeepStrictEqual(got, expectedOf(field))) return
  cell.filled = 'no'
  cell.notes.push(`submitted ${JSON.stringify(got)}`)
}

function judgeUndo(cell: Cell, { field, parts }: Trial, { initial, undone, restored }: Truth): void {
  const paths = parts.map(pathOf)
  const isBack = isDeepStrictEqual(restored[field.state], initial[field.state])
  const reasons = paths.flatMap((path) => undone.skipped.get(path) ?? [])
  const isDone = paths.some((path) => undone.done.has(path))
  if (!isBack) cell.notes.push(`after undo ${JSON.stringify(restored[field.state])}`)
  cell.notes.push(...reasons.map((reason) => `undo: ${reason}`))
  if (isBack) cell.undone = reasons.length > 0 ? 'lie' : 'yes'
  else cell.undone = reasons.length > 0 ? 'skip' : isDone ? 'lie' : 'no'
}
