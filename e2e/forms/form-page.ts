/** One control of a form page, what an agent is asked to put there, and what the library must then hold. */
export type FormField = {
  /** The row of the table: what kind of control a person would call it. */
  control: string
  /** As the page shows it; the agent finds the field by it. */
  label: string
  /** The property of the page's `__state()` and `__submitted` that belongs to it. */
  state: string
  /** What is asked for, in words of the page: titles of choices, not their values. */
  wanted: string | number | boolean | string[]
  /** What the library must hold then; `wanted` where absent. */
  expected?: unknown
  /** The boxes of a group, all of them, for pages that nothing groups them on: each is then a field of its own. */
  boxes?: string[]
  /**
   * Set where it is known that the field cannot be filled or undone: the reason that the extension gives. The field is
   * then an honest skip, and a test fails when the reason is another one or when it works after all.
   */
  skipReason?: string
}

export type FormPage = {
  /** The folder under `e2e/pages/frameworks/pages`. */
  page: string
  /** The column of the table. */
  library: string
  /** The form's accessible name. */
  form: string
  fields: FormField[]
}

type FieldOptions = Pick<FormField, 'expected' | 'boxes' | 'skipReason'>

/** `field('select', 'Room', 'room', 'Suite', { expected: 'suite' })` */
export const field = (
  control: string,
  label: string,
  state: string,
  ...[wanted, options = {}]: [FormField['wanted'], FieldOptions?]
): FormField => ({ control, label, state, wanted, ...options })
