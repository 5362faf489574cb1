import type { Choice, Control } from '../dom/control.ts'
import type { JsonSchema } from '../../core/tool.ts'

/** One field of a form as agents see it. `key` is its property under `values`, `path` its dot path in the input. */
export type Field = {
  key: string
  path: string
  label: string
  control: Control
  choices?: Choice[]
  isSensitive: boolean
  isRequired: boolean
  /** Its choices are not known, or too many to list; `<form>.options` finds them. */
  hasLateChoices: boolean
  schema: JsonSchema
}

/** A form, or fields that stand together without one. */
export type FormGroup = {
  /** The `<form>`, else the element that holds the fields together. */
  root: Element
  form: HTMLFormElement | null
  /** ASCII, unique in the document; the first part of its tools' names. */
  name: string
  title: string
  description?: string
  fields: Field[]
  /** The fields' keys and kinds, and all that agents are told of them: other fields, another text. */
  fieldsText: string
  schemaText: string
  submitters: Submitter[]
  isDeclared: boolean
}

export type Submitter = { element: HTMLElement; key: string; title: string }

export const findField = (group: FormGroup, key: string): Field | undefined =>
  group.fields.find((field) => field.key === key)
