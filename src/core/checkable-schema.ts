import { isSafePattern } from './safe-pattern.ts'
import { findLocalRef, isSchemaObject } from './schema-fields.ts'
import type { JsonSchema } from './tool.ts'

/**
 * A page's schema as it can be checked: a copy without patterns that could run for ever, references that lead nowhere
 * and identifiers. What is taken out can only make the check accept more; the page's tool still checks for itself.
 */
export function toCheckableSchema(root: JsonSchema, { hasPatterns }: { hasPatterns: boolean }): JsonSchema {
  let isWhole = true
  const onLeftOut = (): void => void (isWhole = false)
  const closed = copySchema(root, { root, hasPatterns, isOpen: false, depth: 0, onLeftOut })
  const copy = isWhole ? closed : copySchema(root, { root, hasPatterns, isOpen: true, depth: 0, onLeftOut })
  return isSchemaObject(copy) ? copy : {}
}

type Copying = {
  root: JsonSchema
  hasPatterns: boolean
  /** Keys and items that what was left out may know of are not refused as unevaluated. */
  isOpen: boolean
  depth: number
  /** Something that may know of keys or items is left out. */
  onLeftOut: () => void
}
type KeywordKind =
  | 'drop'
  | 'dynamic'
  | 'ref'
  | 'pattern'
  | 'format'
  | 'value'
  | 'reversing'
  | 'subschema'
  | 'unevaluated'
  | 'list'
  | 'map'
  | 'patterns'

const maxDepth = 64
/** Its expression can run for ever. */
const unsafeFormats = new Set(['url', 'uri-template'])

/** `reversing`: where a subschema that accepts more makes the whole accept less. */
const keywordsByKind: Record<KeywordKind, string> = {
  drop: '$id id $schema $anchor $dynamicAnchor $recursiveAnchor $vocabulary',
  dynamic: '$dynamicRef $recursiveRef',
  ref: '$ref',
  pattern: 'pattern',
  format: 'format',
  value: 'enum const default examples required dependentRequired type',
  reversing: 'not if oneOf contains dependencies',
  subschema: 'items additionalProperties propertyNames then else',
  unevaluated: 'unevaluatedProperties unevaluatedItems',
  list: 'allOf anyOf prefixItems',
  map: 'properties $defs definitions dependentSchemas',
  patterns: 'patternProperties',
}
const kinds = new Map(
  Object.entries(keywordsByKind).flatMap(([kind, keywords]) =>
    keywords.split(' ').map((keyword) => [keyword, kind as KeywordKind] as const),
  ),
)

function copySchema(schema: unknown, at: Copying): unknown {
  if (!isSchemaObject(schema)) return typeof schema === 'boolean' ? schema : {}
  if (at.depth > maxDepth) {
    at.onLeftOut()
    return {}
  }
  const copied: Record<string, unknown> = {}
  for (const [keyword, value] of Object.entries(schema)) {
    const kept = copyKeyword(keyword, value, { ...at, depth: at.depth + 1 })
    if (kept !== undefined) copied[keyword] = kept
  }
  return opened(schema, copied, at)
}

function copyKeyword(keyword: string, value: unknown, at: Copying): unknown {
  switch (kinds.get(keyword)) {
    case 'drop':
      return undefined
    case 'dynamic':
      return leaveOut(at)
    case 'ref':
      return isReachable(value, at) ? value : leaveOut(at)
    case 'pattern':
      return isKeptPattern(value, at) ? value : undefined
    case 'format':
      return isKeptFormat(value, at) ? value : undefined
    case 'value':
      return structuredClone(value)
    case 'reversing':
      return isCertain(value, at) ? structuredClone(value) : leaveOut(at)
    default:
      return copyParts(keyword, value, at)
  }
}

function copyParts(keyword: string, value: unknown, at: Copying): unknown {
  switch (kinds.get(keyword)) {
    case 'subschema':
      return copySchema(value, at)
    case 'unevaluated':
      return at.isOpen ? undefined : copySchema(value, at)
    case 'list':
      return Array.isArray(value) ? value.map((part) => copySchema(part, at)) : undefined
    case 'map':
      return isSchemaObject(value) ? copyMap(value, at) : undefined
    case 'patterns':
      return isSchemaObject(value) ? copyMap(keptPatterns(value, at), at) : undefined
    default:
      return typeof value === 'object' ? undefined : value
  }
}

function leaveOut({ onLeftOut }: Copying): undefined {
  onLeftOut()
}

const copyMap = (map: JsonSchema, at: Copying): Record<string, unknown> =>
  Object.fromEntries(Object.entries(map).map(([key, part]) => [key, copySchema(part, at)]))

const keptPatterns = (map: JsonSchema, at: Copying): JsonSchema =>
  Object.fromEntries(Object.entries(map).filter(([pattern]) => isKeptPattern(pattern, at)))

/** Keys that a dropped pattern would have allowed must not be refused as unknown. */
function opened(schema: JsonSchema, copied: Record<string, unknown>, at: Copying): Record<string, unknown> {
  const patterns = schema['patternProperties']
  if (!isSchemaObject(patterns) || Object.keys(patterns).every((one) => isKeptPattern(one, at))) return copied
  at.onLeftOut()
  const { additionalProperties: _additional, ...rest } = copied
  return rest
}

const isKeptPattern = (pattern: unknown, at: Copying): boolean =>
  at.hasPatterns && typeof pattern === 'string' && isSafePattern(pattern)

const isKeptFormat = (format: unknown, at: Copying): boolean =>
  at.hasPatterns && typeof format === 'string' && !unsafeFormats.has(format)

function isReachable(ref: unknown, at: Copying): boolean {
  const target = typeof ref === 'string' ? findLocalRef(at.root, ref) : undefined
  return isSchemaObject(target) || typeof target === 'boolean'
}

/** Nothing would be taken out of it, so it may stand under a keyword that turns its meaning round. */
function isCertain(value: unknown, at: Copying): boolean {
  if (typeof value !== 'object' || value === null) return true
  if (Array.isArray(value)) return value.every((part) => isCertain(part, at))
  return Object.entries(value).every(([keyword, part]) => isCertainKeyword(keyword, part, at))
}

function isCertainKeyword(keyword: string, part: unknown, at: Copying): boolean {
  switch (kinds.get(keyword)) {
    case 'drop':
    case 'dynamic':
    case 'ref':
    case 'patterns':
      return false
    case 'value':
      return true
    case 'pattern':
      return isKeptPattern(part, at)
    case 'format':
      return isKeptFormat(part, at)
    case 'map':
      return isSchemaObject(part) && Object.values(part).every((schema) => isCertain(schema, at))
    default:
      return isCertain(part, at)
  }
}
