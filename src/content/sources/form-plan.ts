import {
  asTexts,
  type Control,
  type ControlKind,
  type ControlValue,
  isDisabled,
  isEmptyValue,
  isInput,
  isReadOnly,
} from '../dom/control.ts'
import { isSameValue, readControl } from '../dom/control-driver.ts'
import { isMultiple } from '../dom/multiple.ts'
import type { EditWatch } from '../dom/edit-watch.ts'
import { nextArray } from '../../core/array-operation.ts'
import type { FieldChange, Issue } from '../../core/result.ts'
import type { FileRef, SkippedField, SkipReason } from '../../core/tool.ts'
import { fieldChange } from './form-changes.ts'
import { type Field, findField, type FormGroup } from './form-group.ts'

export type FillInput = { values: Record<string, unknown>; overwrite?: boolean; submit?: boolean }

/** What one value of the input comes to, before anything is written. */
export type FillStep = {
  field: Field
  wanted: ControlValue
  /** File references as the agent gave them, to be resolved to `wanted`. */
  references: FileRef[]
  before: ControlValue
  skip?: SkipReason
  isSame: boolean
  /** Operations that the list there now does not allow, or a time that is none. */
  issues?: Issue[]
}

/** In the order of the page, so that fields that depend on earlier ones come after them. */
export function planFill(group: FormGroup, input: FillInput, edits: EditWatch): FillStep[] {
  return group.fields
    .filter(({ key }) => Object.hasOwn(input.values, key))
    .map((field) => planStep(field, input.values[field.key], input.overwrite ? null : edits))
}

function planStep(field: Field, value: unknown, edits: EditWatch | null): FillStep {
  const { control } = field
  const references = control.kind === 'file' ? toReferences(value) : []
  const skip = skipReason(control, edits)
  if (skip === 'not_found')
    return { field, wanted: toWanted(control, value), references, before: null, skip, isSame: false }
  const before = readControl(control)
  const next = isMultiple(control) ? nextArray(asTexts(before), value, field.path) : undefined
  if (next && 'issues' in next) return { field, wanted: before, references, before, isSame: true, ...next }
  const wanted = next ? distinct(next.value) : toBrowsersForm(control, toWanted(control, value))
  if (wanted === '') {
    const issues = [{ path: field.path, message: 'Must be a date or time that exists' }]
    return { field, wanted: before, references, before, isSame: true, issues }
  }
  const isSame = references.length === 0 && isSameValue(control, wanted, before)
  return { field, wanted, references, before, isSame, ...(skip && !isSame ? { skip } : {}) }
}

/** A choice is taken or not, never twice. */
const distinct = (items: readonly unknown[]): string[] => [...new Set(items.map(String))]

export const plannedIssues = (steps: readonly FillStep[]): Issue[] =>
  steps.flatMap(({ issues }) => issues ?? [])

const toReferences = (value: unknown): FileRef[] =>
  value === null ? [] : [value].flat().map((reference) => reference as FileRef /* by the field's schema */)

/** The value as the control holds it; the schema let nothing else through. */
function toWanted(control: Control, value: unknown): ControlValue {
  if (control.kind === 'file') return null
  if (control.kind === 'checkbox' || control.kind === 'aria-check') return value === true
  if (typeof value === 'string' || typeof value === 'number') return value === '' ? null : value
  return Array.isArray(value) ? value.map(String) : null
}

const browserWritten = new Set<ControlKind>(['date', 'datetime-local', 'month', 'week', 'time', 'color'])

/** As the browser would keep it; `''` for a day or a week that no calendar has, by which it would empty the field. */
function toBrowsersForm({ kind, element }: Control, wanted: ControlValue): ControlValue {
  if (!browserWritten.has(kind) || typeof wanted !== 'string') return wanted
  const likewise = element.ownerDocument.createElement('input')
  likewise.type = kind
  likewise.value = wanted
  return likewise.value
}

function skipReason(control: Control, edits: EditWatch | null): SkipReason | undefined {
  if (!control.element.isConnected) return 'not_found'
  if (isDisabled(control)) return 'disabled'
  if (isReadOnly(control)) return 'read_only'
  return edits?.isEdited(control) ? 'user_edited' : undefined
}

/** Secrets that were supplied are listed whether or not they differ, so that nobody can guess them. */
export const plannedChanges = (steps: readonly FillStep[]): FieldChange[] =>
  steps
    .filter((step) => step.field.isSensitive || (!step.isSame && step.skip === undefined))
    .map(({ field, before, wanted, references }) =>
      fieldChange(field, before, references.length > 0 ? references.map((file) => ({ file })) : wanted),
    )

/** Values for fields that the form had when its tool was listed and has no more. */
export const missingSkips = (group: FormGroup, input: FillInput): SkippedField[] =>
  Object.keys(input.values)
    .filter((key) => !findField(group, key))
    .map((key) => ({ path: `values.${key}`, reason: 'not_found' }))

export const plannedSkips = (steps: readonly FillStep[]): SkippedField[] =>
  steps.flatMap(({ field, skip }) => (skip ? [{ path: field.path, reason: skip }] : []))

/** Everything that a submit would send that is not as it was when the page loaded. */
export function changesSinceLoad(group: FormGroup): FieldChange[] {
  return group.fields.flatMap((field) => {
    const value = field.control.element.isConnected ? readControl(field.control) : null
    const initial = initialValue(field.control)
    const isSame = isSameValue(field.control, initial, value)
    return isSame || (isEmptyValue(value) && isEmptyValue(initial))
      ? []
      : [fieldChange(field, initial, value)]
  })
}

/** The default that the page gave the control; null where there is none to know. */
function initialValue(control: Control): ControlValue {
  const { element } = control
  if (['checkbox', 'checkboxes', 'radio'].includes(control.kind)) return initialChecks(control)
  if (element instanceof HTMLSelectElement) return initialOptions(element)
  if (control.kind === 'aria-check') return false
  const isNative = element instanceof HTMLInputElement || element instanceof HTMLTextAreaElement
  if (!isNative || control.kind === 'file' || element.defaultValue === '') return null
  return control.kind === 'number' || control.kind === 'range'
    ? Number(element.defaultValue)
    : element.defaultValue
}

function initialChecks({ kind, members }: Control): ControlValue {
  const values = members.filter(isInput).flatMap((member) => (member.defaultChecked ? [member.value] : []))
  if (kind === 'checkbox') return values.length > 0
  return kind === 'checkboxes' ? values : (values[0] ?? null)
}

function initialOptions(select: HTMLSelectElement): ControlValue {
  const options = [...select.options]
  const chosen = options.filter((option) => option.defaultSelected).map(({ value }) => value)
  if (select.multiple) return chosen
  const first = options.find((option) => !option.disabled)
  return chosen.at(-1) ?? (first?.value || null)
}
