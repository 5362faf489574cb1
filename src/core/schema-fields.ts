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
  walkSchema(root, (field) => {
    fields.push(field)
    return false
  })
  return fields
}

/** `isEnough` sees each place until it says so: large schemas need not be gone through to the end. */
function walkSchema(root: JsonSchema, isEnough: (field: SchemaField) => boolean): void {
  visit(root, '', 0, { root, isEnough, seen: 0, isOver: false, refs: [] })
}

type Walk = {
  root: JsonSchema
  isEnough: (field: SchemaField) => boolean
  seen: number
  isOver: boolean
  refs: string[]
}

function visit(schema: unknown, path: string, depth: number, walk: Walk): void {
  if (walk.isOver || !isSchemaObject(schema) || depth > maxDepth) return
  walk.isOver = walk.isEnough({ path, schema }) || ++walk.seen >= maxFields
  for (const keyword of Object.keys(schema)) {
    const visitPart = visitors.get(keyword)
    if (visitPart) visitPart(schema[keyword], { path, depth: depth + 1, walk })
  }
}

type Visitor = (part: unknown, at: { path: string; depth: number; walk: Walk }) => void

const visitRef: Visitor = (ref, { path, depth, walk }) => {
  if (typeof ref !== 'string' || walk.refs.includes(ref)) return
  walk.refs.push(ref)
  visit(findLocalRef(walk.root, ref), path, depth, walk)
  walk.refs.pop()
}
const visitHere: Visitor = (part, { path, depth, walk }) => visit(part, path, depth, walk)
const visitAnyKey: Visitor = (part, { path, depth, walk }) => visit(part, joinPath(path, '*'), depth, walk)
const visitList: Visitor = (parts, at) => {
  if (Array.isArray(parts)) for (const part of parts) visitHere(part, at)
}
const visitByKey: Visitor = (parts, { path, depth, walk }) => {
  if (typeof parts !== 'object' || parts === null) return
  for (const key of Object.keys(parts)) {
    if (walk.isOver) return
    visit(Reflect.get(parts, key), joinPath(path, key), depth, walk)
  }
}
const visitValues =
  (visitor: Visitor): Visitor =>
  (parts, at) => {
    if (isSchemaObject(parts)) for (const part of Object.values(parts)) visitor(part, at)
  }

/** Keywords whose subschemas describe the same place, or one below it. */
const visitors = new Map<string, Visitor>([
  ['$ref', visitRef],
  ['allOf', visitList],
  ['anyOf', visitList],
  ['oneOf', visitList],
  ['then', visitHere],
  ['else', visitHere],
  ['dependentSchemas', visitValues(visitHere)],
  ['properties', visitByKey],
  ['prefixItems', visitByKey],
  ['patternProperties', visitValues(visitAnyKey)],
  ['items', visitAnyKey],
  ['additionalProperties', visitAnyKey],
  ['contains', visitAnyKey],
])

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

/** Whether an input of this schema can hold strings that are not fixed choices. */
export function takesFreeText(root: JsonSchema): boolean {
  let isFree = false
  walkSchema(root, ({ schema }) => {
    isFree = findChoices(schema) === undefined && (isOpen(schema) || mayBeString(schema))
    return isFree
  })
  return isFree
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
