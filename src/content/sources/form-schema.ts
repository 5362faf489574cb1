import { type Choice, type Control, type ControlKind, isInput, isTextArea } from '../dom/control.ts'
import { isMultiple } from '../dom/multiple.ts'
import { withArrayOperations } from '../../core/array-operation.ts'
import { fileFieldKey, type FileField, type JsonSchema } from '../../core/tool.ts'
import type { Field, FormGroup } from './form-group.ts'

/** More choices than this are found through the options tool instead of being listed. */
export const listedChoicesMax = 60

export type FieldFacts = {
  label: string
  description?: string | undefined
  choices?: Choice[] | undefined
  isSensitive: boolean
  isRequired: boolean
  hasLateChoices: boolean
}

/** The schema of one field's value. `null` stands for "cleared" everywhere. */
export function fieldSchema(control: Control, facts: FieldFacts): JsonSchema {
  const notes = [
    facts.description,
    facts.isRequired ? 'Required.' : undefined,
    lateNote(facts),
    isMultiple(control) ? listNote : formatNotes[control.kind],
  ]
  const description = notes.filter(Boolean).join(' ')
  return {
    title: facts.label,
    ...(description === '' ? {} : { description }),
    ...valueSchema(control, facts),
    ...(facts.isSensitive ? { format: 'password', writeOnly: true } : {}),
  }
}

const formatNotes: Partial<Record<ControlKind, string>> = {
  date: 'As yyyy-mm-dd.',
  time: 'As hh:mm, 24 hours.',
  'datetime-local': 'As yyyy-mm-ddThh:mm.',
  month: 'As yyyy-mm.',
  week: 'As yyyy-Www.',
  color: 'As #rrggbb.',
  'aria-date': 'A date as yyyy-mm-dd, a time as hh:mm.',
  calendar: 'A date as yyyy-mm-dd, a time as hh:mm.',
}

const listNote = 'An array replaces; {"$append":[…]} adds, {"$remove":[0]} takes away by position.'

const lateNote = (facts: FieldFacts): string | undefined =>
  facts.hasLateChoices ? 'Choices are found with the options tool.' : undefined

function valueSchema(control: Control, facts: FieldFacts): JsonSchema {
  if (control.kind === 'file') return fileSchema(control)
  if (control.kind === 'checkbox' || control.kind === 'aria-check') return { type: ['boolean', 'null'] }
  if (control.kind === 'number' || control.kind === 'range' || control.kind === 'aria-range')
    return numberSchema(control)
  if (isMultiple(control)) return listSchema(facts)
  if (control.kind === 'aria-date' || control.kind === 'calendar') return { type: ['string', 'null'] }
  if (facts.choices && !facts.hasLateChoices) return choiceSchema(facts.choices)
  return textSchema(control)
}

const choiceSchema = (choices: readonly Choice[]): JsonSchema => ({
  type: ['string', 'null'],
  enum: [...new Set(choices.map(({ value }) => value)), null],
  ...(hasTitles(choices) ? { oneOf: [...choices.map(titled), { const: null, title: '–' }] } : {}),
})

const listSchema = (facts: FieldFacts): JsonSchema =>
  withArrayOperations({
    uniqueItems: true,
    items:
      facts.choices && !facts.hasLateChoices
        ? {
            type: 'string',
            enum: facts.choices.map(({ value }) => value),
            ...(hasTitles(facts.choices) ? { oneOf: facts.choices.map(titled) } : {}),
          }
        : { type: 'string' },
  })

/** Two choices of one value would make `oneOf` match twice. */
const hasTitles = (choices: readonly Choice[]): boolean =>
  choices.some(({ value, title }) => value !== title) &&
  new Set(choices.map(({ value }) => value)).size === choices.length

const titled = ({ value, title }: Choice): JsonSchema => ({ const: value, title })

function numberSchema(control: Control): JsonSchema {
  const { element } = control
  const bound = (native: string, aria: string): number | undefined => {
    const text = element.getAttribute(native) ?? element.getAttribute(aria)
    return text === null || text.trim() === '' || Number.isNaN(Number(text)) ? undefined : Number(text)
  }
  const isRange = control.kind === 'range'
  const minimum = bound('min', 'aria-valuemin') ?? (isRange ? 0 : undefined)
  const maximum = bound('max', 'aria-valuemax') ?? (isRange ? 100 : undefined)
  return {
    ...stepSchema(stepOf(element), minimum),
    ...(minimum === undefined ? {} : { minimum }),
    ...(maximum === undefined ? {} : { maximum }),
  }
}

/** Steps count from the minimum, multiples from zero: they mean the same only where those meet. */
function stepSchema(step: number | undefined, minimum = 0): JsonSchema {
  if (step === undefined || !Number.isInteger(step) || !Number.isInteger(minimum))
    return { type: ['number', 'null'] }
  const isMultiple = step !== 1 && minimum % step === 0
  return { type: ['integer', 'null'], ...(isMultiple ? { multipleOf: step } : {}) }
}

/** Undefined where any number goes. */
function stepOf(element: Element): number | undefined {
  if (!isInput(element) || element.step === 'any') return undefined
  const step = Number(element.step || '1')
  return step > 0 ? step : 1
}

/** Times of day have no zone here, so the formats of JSON Schema do not fit; the pattern says it. */
const patterns: Partial<Record<ControlKind, JsonSchema>> = {
  date: { format: 'date' },
  time: { format: 'local-time', pattern: '^([01]\\d|2[0-3]):[0-5]\\d(:[0-5]\\d(\\.\\d{1,3})?)?$' },
  'datetime-local': {
    format: 'local-date-time',
    pattern: '^\\d{4}-\\d\\d-\\d\\dT([01]\\d|2[0-3]):[0-5]\\d(:[0-5]\\d(\\.\\d{1,3})?)?$',
  },
  month: { format: 'month', pattern: '^\\d{4}-(0[1-9]|1[0-2])$' },
  week: { format: 'week', pattern: '^\\d{4}-W(0[1-9]|[1-4]\\d|5[0-3])$' },
  color: { format: 'color', pattern: '^#[0-9a-fA-F]{6}$' },
}

const inputFormats: Record<string, string> = { email: 'email', url: 'uri' }

function textSchema(control: Control): JsonSchema {
  const { element } = control
  const fixed = patterns[control.kind]
  if (fixed) return { type: ['string', 'null'], ...fixed, ...dateBounds(element) }
  if (!isInput(element) && !isTextArea(element)) return { type: ['string', 'null'] }
  const format = isInput(element) && !element.multiple ? inputFormats[element.type] : undefined
  const suggestions = isInput(element) && element.list ? [...element.list.options].slice(0, 20) : []
  return {
    type: ['string', 'null'],
    ...(format ? { format } : {}),
    ...(element.minLength > 0 ? { minLength: element.minLength } : {}),
    ...(element.maxLength >= 0 ? { maxLength: element.maxLength } : {}),
    ...patternOf(element),
    ...(suggestions.length > 0 ? { examples: suggestions.map(({ value }) => value) } : {}),
  }
}

const dateBounds = (element: Element): JsonSchema => {
  const [min, max] = [element.getAttribute('min'), element.getAttribute('max')]
  return { ...(min ? { formatMinimum: min } : {}), ...(max ? { formatMaximum: max } : {}) }
}

function patternOf(element: HTMLInputElement | HTMLTextAreaElement): JsonSchema {
  const pattern = isInput(element) ? element.pattern : ''
  if (pattern === '') return {}
  try {
    void new RegExp(pattern, 'u')
    return { pattern: `^(?:${pattern})$` }
  } catch {
    return {}
  }
}

const fileReference: JsonSchema = {
  type: 'object',
  oneOf: [
    {
      properties: { ref: { type: 'string', maxLength: 200 } },
      required: ['ref'],
      additionalProperties: false,
    },
    {
      properties: { url: { type: 'string', format: 'uri' } },
      required: ['url'],
      additionalProperties: false,
    },
  ],
}

function fileSchema(control: Control): JsonSchema {
  const input = control.element
  const field: FileField = {
    ...(isInput(input) && input.accept ? { accept: input.accept } : {}),
    ...(isInput(input) && input.multiple ? { multiple: true } : {}),
  }
  const isMultiple = field.multiple === true
  return {
    anyOf: [
      fileReference,
      ...(isMultiple ? [{ type: 'array', items: fileReference }] : []),
      { type: 'null' },
    ],
    [fileFieldKey]: field,
  }
}

/** The input of `<form>.fill`. */
export function fillSchema(group: FormGroup): JsonSchema {
  const required = group.fields.filter((field) => field.isRequired).map(({ key }) => key)
  return {
    type: 'object',
    properties: {
      values: {
        type: 'object',
        properties: Object.fromEntries(group.fields.map((field: Field) => [field.key, field.schema])),
        additionalProperties: false,
        minProperties: 1,
        ...(required.length > 0 ? { 'x-countersign-required': required } : {}),
      },
      overwrite: { type: 'boolean', description: 'Also replace what the person typed.' },
      ...(group.submitters.length > 0 || group.form
        ? { submit: { type: 'boolean', description: 'Submit once every value is in.' } }
        : {}),
    },
    required: ['values'],
    additionalProperties: false,
  }
}

export const submitSchema = (group: FormGroup): JsonSchema => ({
  type: 'object',
  properties:
    group.submitters.length > 1
      ? {
          button: {
            type: 'string',
            description: 'Which button to press; the first where left out.',
            enum: group.submitters.map(({ key }) => key),
            oneOf: group.submitters.map(({ key, title }) => ({ const: key, title })),
          },
        }
      : {},
  additionalProperties: false,
})
