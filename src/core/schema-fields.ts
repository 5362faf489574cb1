import { joinPath } from './dot-path.ts'
import type { FileField, JsonSchema } from './tool.ts'
import { fileFieldKey } from './tool.ts'

/** A place in an input that a schema says something about. `*` in the path stands for any index or key. */
export type SchemaField = { path: string; schema: JsonSchema }

const maxDepth = 24
const maxFields = 50_000

/** Every subschema that applies to a place of the input, the root included, through local `$ref`s and branches. */
export function listSchemaFields(root: JsonSchema): SchemaField[] {
  const fields: SchemaField[] = []
  const visit = (schema: unknown, path: string, depth: number, refs: readonly string[]): void => {
    if (!isSchemaObject(schema) || depth > maxDepth || fields.length >= maxFields) return
    fields.push({ path, schema })
    const ref = schema['$ref']
    if (typeof ref === 'string' && !refs.includes(ref))
      visit(findLocalRef(root, ref), path, depth + 1, [...refs, ref])
    for (const branch of branchesOf(schema)) visit(branch, path, depth + 1, refs)
    for (const [key, child] of childrenOf(schema)) visit(child, joinPath(path, key), depth + 1, refs)
  }
  visit(root, '', 0, [])
  return fields
}

/** The value of one `$ref` of the form `#/$defs/name`; anything else is not followed. */
export function findLocalRef(root: JsonSchema, ref: string): unknown {
  if (ref === '#') return root
  if (!ref.startsWith('#/')) return undefined
  let at: unknown = root
  for (const raw of ref.slice(2).split('/')) {
    const key = decodePointerSegment(raw)
    if (typeof at !== 'object' || at === null || !Object.hasOwn(at, key)) return undefined
    at = Reflect.get(at, key)
  }
  return at
}

export function decodePointerSegment(segment: string): string {
  const unescaped = segment.replaceAll('~1', '/').replaceAll('~0', '~')
  try {
    return decodeURIComponent(unescaped)
  } catch {
    return unescaped
  }
}

export const isSchemaObject = (value: unknown): value is JsonSchema =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** The fixed choices of a schema, or undefined where anything else is possible too. */
export function findChoices(schema: JsonSchema): readonly unknown[] | undefined {
  if (Array.isArray(schema['enum'])) return schema['enum']
  if ('const' in schema) return [schema['const']]
  for (const key of ['oneOf', 'anyOf']) {
    const branches = schema[key]
    if (!Array.isArray(branches) || branches.length === 0) continue
    const choices = branches.map((branch) => (isSchemaObject(branch) ? findChoices(branch) : undefined))
    if (choices.every((choice) => choice !== undefined)) return choices.flat()
  }
  return undefined
}

export function findFileField(schema: JsonSchema): FileField | undefined {
  const field = schema[fileFieldKey]
  return isSchemaObject(field) ? field : undefined
}

export type FileFieldAt = { path: string; field: FileField }

export function listFileFields(fields: readonly SchemaField[]): FileFieldAt[] {
  return fields.flatMap(({ path, schema }) => {
    const field = findFileField(schema)
    return field ? [{ path, field }] : []
  })
}

/** Whether the input can hold strings that are not fixed choices. */
export function takesFreeText(fields: readonly SchemaField[]): boolean {
  return fields.some(
    ({ schema }) => findChoices(schema) === undefined && (isOpen(schema) || mayBeString(schema)),
  )
}

/** Says nothing of its own type, and leaves it to no other schema. */
const saysNothing = (schema: JsonSchema): boolean =>
  schema['type'] === undefined &&
  !['$ref', 'allOf', 'anyOf', 'oneOf', 'properties', 'items', 'prefixItems'].some((key) => key in schema)

const mayBeString = (schema: JsonSchema): boolean => {
  const type = schema['type']
  if (saysNothing(schema)) return findFileField(schema) === undefined
  return type === 'string' || (Array.isArray(type) && type.includes('string'))
}

const isOpen = (schema: JsonSchema): boolean => {
  const isObject = schema['type'] === 'object' || 'properties' in schema
  const isArray = schema['type'] === 'array'
  if (isObject && schema['additionalProperties'] === undefined)
    return schema['unevaluatedProperties'] !== false
  if (isObject) return schema['additionalProperties'] === true
  return isArray && !('items' in schema) && !('prefixItems' in schema)
}

const branchKeys = ['allOf', 'anyOf', 'oneOf'] as const
const conditionKeys = ['then', 'else'] as const

const branchesOf = (schema: JsonSchema): unknown[] => [
  ...branchKeys.flatMap((key) => (Array.isArray(schema[key]) ? schema[key] : [])),
  ...conditionKeys.map((key) => schema[key]),
  ...(isSchemaObject(schema['dependentSchemas']) ? Object.values(schema['dependentSchemas']) : []),
]

function childrenOf(schema: JsonSchema): [string, unknown][] {
  const { properties, patternProperties, items, prefixItems, additionalProperties, contains } =
    schema as Record<string, unknown>
  return [
    ...(isSchemaObject(properties) ? Object.entries(properties) : []),
    ...(isSchemaObject(patternProperties) ? Object.values(patternProperties).map(anyKey) : []),
    ...(Array.isArray(prefixItems)
      ? prefixItems.map((child, i): [string, unknown] => [String(i), child])
      : []),
    ...[items, additionalProperties, contains].map(anyKey),
  ]
}

const anyKey = (child: unknown): [string, unknown] => ['*', child]
