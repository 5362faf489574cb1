import { takesArrayOperations } from '../core/array-operation.ts'
import { findChoices, findFileField, findLocalRef, isSchemaObject } from '../core/schema-fields.ts'
import type { FileField, JsonSchema } from '../core/tool.ts'

export type Choice = { value: unknown; label: string }
export type TextInput =
  | 'text'
  | 'date'
  | 'time'
  | 'datetime-local'
  | 'month'
  | 'week'
  | 'email'
  | 'url'
  | 'color'
  | 'password'

/** How one place of an input is edited. */
export type Shape =
  | { kind: 'choice'; choices: Choice[] }
  | { kind: 'choices'; choices: Choice[] }
  | { kind: 'boolean' }
  | { kind: 'number'; isWhole: boolean; min?: number; max?: number }
  | TextShape
  | { kind: 'fields'; fields: { key: string; schema: JsonSchema; isRequired: boolean }[] }
  | { kind: 'list'; item: JsonSchema }
  | { kind: 'file'; field: FileField }
  | { kind: 'json' }

export type TextShape = {
  kind: 'text'
  input: TextInput
  isLong: boolean
  /** The first and last date or time. */
  min?: string
  max?: string
  /** Values that the page proposes; any other goes too. */
  suggestions: string[]
}

export type ShapedSchema = { schema: JsonSchema; shape: Shape; isNullable: boolean }

const maxRefs = 16

/** What a schema asks for at a place that holds `value` now; where it says nothing, what the value is. */
export function shapeOf(given: JsonSchema, root: JsonSchema, value: unknown): ShapedSchema {
  const { schema, isNullable } = withoutNull(flatten(given, root), root)
  return { schema, isNullable, shape: findShape(schema, root, value) }
}

function findShape(schema: JsonSchema, root: JsonSchema, value: unknown): Shape {
  const file = findFileField(schema)
  if (file) return { kind: 'file', field: file }
  const choices = findLabelledChoices(schema)
  if (choices) return { kind: 'choice', choices }
  switch (typeIn(schema, value) ?? typeOfValue(value)) {
    case 'boolean':
      return { kind: 'boolean' }
    case 'integer':
      return { kind: 'number', isWhole: true, ...boundsOf(schema) }
    case 'number':
      return { kind: 'number', isWhole: false, ...boundsOf(schema) }
    case 'string':
      return textShapeOf(schema, value)
    case 'array':
      return shapeOfList(schema, root)
    case 'object':
      return { kind: 'fields', fields: fieldsOf(schema, value) }
    default:
      return { kind: 'json' }
  }
}

/** Follows a local reference and lays `allOf` over the schema that has it. */
function flatten(schema: JsonSchema, root: JsonSchema, refs = 0): JsonSchema {
  const ref = schema['$ref']
  const target = typeof ref === 'string' && refs < maxRefs ? findLocalRef(root, ref) : undefined
  const { $ref: _ref, allOf, ...own } = schema
  const parts = [target, ...(Array.isArray(allOf) ? allOf : [])].filter(isSchemaObject)
  if (parts.length === 0 || refs >= maxRefs) return schema
  return parts.map((part) => flatten(part, root, refs + 1)).reduce(merge, own)
}

const merge = (one: JsonSchema, other: JsonSchema): JsonSchema => ({
  ...other,
  ...one,
  ...mergedObjects('properties', one, other),
  ...mergedRequired(one, other),
})

function mergedObjects(key: string, one: JsonSchema, other: JsonSchema): JsonSchema {
  const [a, b] = [one[key], other[key]]
  return isSchemaObject(a) && isSchemaObject(b) ? { [key]: { ...b, ...a } } : {}
}

function mergedRequired(one: JsonSchema, other: JsonSchema): JsonSchema {
  const required = [one['required'], other['required']].flatMap((names) =>
    Array.isArray(names) ? names : [],
  )
  return required.length > 0 ? { required } : {}
}

function withoutNull(schema: JsonSchema, root: JsonSchema): { schema: JsonSchema; isNullable: boolean } {
  const type = schema['type']
  if (Array.isArray(type) && type.includes('null')) {
    const kept = type.filter((name) => name !== 'null')
    return { schema: { ...schema, type: kept.length === 1 ? kept[0] : kept }, isNullable: true }
  }
  for (const key of ['anyOf', 'oneOf']) {
    const branches = schema[key]
    if (!Array.isArray(branches)) continue
    const kept = branches.filter((branch) => !isNull(branch))
    const only: unknown = kept[0]
    if (kept.length === branches.length || kept.length !== 1 || !isSchemaObject(only)) continue
    const { [key]: _branches, ...own } = schema
    return { schema: merge(own, flatten(only, root)), isNullable: true }
  }
  return { schema, isNullable: false }
}

const isNull = (branch: unknown): boolean =>
  isSchemaObject(branch) && (branch['type'] === 'null' || branch['const'] === null)

function findLabelledChoices(schema: JsonSchema): Choice[] | undefined {
  const values = findChoices(schema)
  if (!values) return undefined
  const branches = [schema['oneOf'], schema['anyOf']].find(Array.isArray) ?? []
  return values.map((value) => {
    const branch: unknown = branches.find((one: unknown) => isSchemaObject(one) && one['const'] === value)
    const title = isSchemaObject(branch) ? branch['title'] : undefined
    return { value, label: typeof title === 'string' ? title : labelOf(value) }
  })
}

const labelOf = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value))

const knownTypes = ['boolean', 'integer', 'number', 'string', 'array', 'object']

function typeIn(schema: JsonSchema, value: unknown): string | undefined {
  const type = schema['type']
  if (typeof type === 'string') return type
  if (takesArrayOperations(schema)) return typeOfValue(value) === 'object' ? 'object' : 'array'
  if ('properties' in schema) return 'object'
  return 'items' in schema ? 'array' : undefined
}

function typeOfValue(value: unknown): string | undefined {
  if (Array.isArray(value)) return 'array'
  const type = value === null ? 'null' : typeof value
  return knownTypes.includes(type) ? type : undefined
}

const formats: Record<string, TextInput> = {
  date: 'date',
  'local-time': 'time',
  'local-date-time': 'datetime-local',
  month: 'month',
  week: 'week',
  email: 'email',
  uri: 'url',
  color: 'color',
  password: 'password',
}

function textShapeOf(schema: JsonSchema, value: unknown): TextShape {
  const { formatMinimum, formatMaximum, examples } = schema as Record<string, unknown>
  return {
    kind: 'text',
    input: inputFor(schema),
    isLong: isLong(schema, value),
    ...(typeof formatMinimum === 'string' ? { min: formatMinimum } : {}),
    ...(typeof formatMaximum === 'string' ? { max: formatMaximum } : {}),
    suggestions: Array.isArray(examples) ? examples.filter((example) => typeof example === 'string') : [],
  }
}

const inputFor = (schema: JsonSchema): TextInput => {
  const format = schema['format']
  return (typeof format === 'string' ? formats[format] : undefined) ?? 'text'
}

function isLong(schema: JsonSchema, value: unknown): boolean {
  const maxLength = schema['maxLength']
  const isLongValue = typeof value === 'string' && (value.length > 60 || value.includes('\n'))
  return isLongValue || (typeof maxLength === 'number' && maxLength > 200)
}

function boundsOf(schema: JsonSchema): { min?: number; max?: number } {
  const { minimum, maximum } = schema as { minimum?: unknown; maximum?: unknown }
  return {
    ...(typeof minimum === 'number' ? { min: minimum } : {}),
    ...(typeof maximum === 'number' ? { max: maximum } : {}),
  }
}

function shapeOfList(schema: JsonSchema, root: JsonSchema): Shape {
  const item = isSchemaObject(schema['items']) ? flatten(schema['items'], root) : {}
  const choices = findLabelledChoices(item)
  return choices && schema['uniqueItems'] === true ? { kind: 'choices', choices } : { kind: 'list', item }
}

function fieldsOf(schema: JsonSchema, value: unknown) {
  const properties = isSchemaObject(schema['properties']) ? schema['properties'] : {}
  const required = Array.isArray(schema['required']) ? schema['required'] : []
  const more = schema['additionalProperties']
  const extra = isSchemaObject(value)
    ? Object.keys(value).filter((key) => !Object.hasOwn(properties, key))
    : []
  return [
    ...Object.entries(properties).map(([key, child]) => ({
      key,
      schema: isSchemaObject(child) ? child : {},
      isRequired: required.includes(key),
    })),
    ...extra.map((key) => ({ key, schema: isSchemaObject(more) ? more : {}, isRequired: false })),
  ]
}

/** What a new item or a value that is set anew starts as. */
export function initialValue(given: JsonSchema, root: JsonSchema): unknown {
  const { schema, shape } = shapeOf(given, root, undefined)
  if ('default' in schema) return schema['default']
  switch (shape.kind) {
    case 'choice':
      return shape.choices[0]?.value
    case 'boolean':
      return false
    case 'number':
      return shape.min ?? 0
    case 'fields':
      return Object.fromEntries(
        shape.fields
          .filter(({ isRequired }) => isRequired)
          .map(({ key, schema: child }) => [key, initialValue(child, root)]),
      )
    case 'list':
    case 'choices':
      return []
    case 'file':
      return { ref: '' }
    default:
      return ''
  }
}
