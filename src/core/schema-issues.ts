import type { OutputUnit } from '@cfworker/json-schema'
import { joinPath } from './dot-path.ts'
import type { Issue } from './result.ts'
import { decodePointerSegment, findChoices, findLocalRef, isSchemaObject } from './schema-fields.ts'
import type { JsonSchema } from './tool.ts'

const maxIssues = 50
const maxListed = 50

/** A validator's errors as one issue per problem, each with a path into the input and what to do about it. */
export function toIssues(errors: readonly OutputUnit[], root: JsonSchema, input: unknown): Issue[] {
  const issues: Issue[] = []
  const seen = new Set<string>()
  for (const error of withoutBranchNoise(errors)) {
    const issue = toIssue(error, root, input)
    const key = `${issue.path}\n${issue.message}`
    if (!seen.has(key)) issues.push(issue)
    seen.add(key)
    if (issues.length === maxIssues) break
  }
  return issues.length > 0 ? issues : [{ path: '', message: 'Does not match the schema' }]
}

/** Keywords that only say that something below them failed. */
const wrappers = new Set(['properties', 'patternProperties', 'items', 'prefixItems', '$ref', 'allOf', 'if'])
const propertyWrappers = new Set([
  'additionalProperties',
  'unevaluatedProperties',
  'unevaluatedItems',
  'additionalItems',
])
const branchKeywords = new Set(['anyOf', 'oneOf', 'contains', 'propertyNames'])

function withoutBranchNoise(errors: readonly OutputUnit[]): OutputUnit[] {
  const branches = errors
    .filter(({ keyword }) => branchKeywords.has(keyword))
    .map((error) => error.keywordLocation)
  return errors.filter(({ keyword, keywordLocation }) => {
    if (wrappers.has(keyword) || propertyWrappers.has(keyword)) return false
    return !branches.some(
      (branch) => keywordLocation.startsWith(`${branch}/`) || isWithinNames(keyword, branch, keywordLocation),
    )
  })
}

/** `propertyNames` gives its inner errors its own location. */
const isWithinNames = (keyword: string, branch: string, location: string): boolean =>
  branch.endsWith('/propertyNames') && keyword !== 'propertyNames' && location.startsWith(branch)

function toIssue(error: OutputUnit, root: JsonSchema, input: unknown): Issue {
  const path = pathOf(error.instanceLocation)
  const owner = schemaAt(root, parentOf(error.keywordLocation))
  switch (error.keyword) {
    case 'false':
      return { path, message: unknownField(error, root) }
    case 'required': {
      const key = quotedName(error.error)
      return { path: joinPath(path, key), message: 'This field is required' }
    }
    case 'type':
      return {
        path,
        message: `Expected ${typesOf(owner)}, got ${typeName(valueAt(input, error.instanceLocation))}`,
      }
    default:
      return { path, message: messageFor(error, owner) }
  }
}

function messageFor(error: OutputUnit, owner: JsonSchema): string {
  const limit = JSON.stringify(owner[error.keyword])
  const choices = findChoices(owner)
  switch (error.keyword) {
    case 'enum':
    case 'const':
    case 'anyOf':
    case 'oneOf':
      return choices ? `Allowed values: ${listed(choices)}` : 'Matches none of the allowed forms'
    case 'pattern':
      return `Must match the pattern ${limit}`
    case 'format':
      return `Must be a valid ${limit?.replaceAll('"', '')}${formatHint(limit)}`
    case 'uniqueItems':
      return 'Items must differ from each other'
    case 'not':
      return 'This value is not allowed'
    default:
      return boundMessage(error.keyword, limit) ?? error.error
  }
}

const boundNouns = new Map([
  ['Length', ' characters'],
  ['Items', ' items'],
  ['Properties', ' fields'],
  ['imum', ''],
])

function boundMessage(keyword: string, limit: string | undefined): string | undefined {
  if (keyword === 'exclusiveMinimum') return `Must be greater than ${limit}`
  if (keyword === 'exclusiveMaximum') return `Must be less than ${limit}`
  if (keyword === 'multipleOf') return `Must be a multiple of ${limit}`
  const noun = boundNouns.get(keyword.slice(3))
  if (noun === undefined) return undefined
  const verb = noun === '' ? 'be' : 'have'
  return `Must ${verb} at ${keyword.startsWith('min') ? 'least' : 'most'} ${limit}${noun}`
}

const formatHint = (format: string | undefined): string =>
  ({ '"date"': ' (yyyy-mm-dd)', '"date-time"': ' (yyyy-mm-ddThh:mm:ssZ)', '"time"': ' (hh:mm:ssZ)' })[
    format ?? ''
  ] ?? ''

function unknownField(error: OutputUnit, root: JsonSchema): string {
  const segments = error.instanceLocation.split('/')
  const key = decodePointerSegment(segments.at(-1) ?? '')
  const closed = findClosedOwner(root, error, segments.length - 1)
  const fields = isSchemaObject(closed['properties']) ? Object.keys(closed['properties']) : []
  return fields.length === 0
    ? `Unknown field \`${key}\`. No fields are taken here`
    : `Unknown field \`${key}\`. Fields: ${fields.slice(0, maxListed).join(', ')}`
}

/** A `false` schema is reported where it applies, not where it is written; its owner is found by walking the schema. */
function findClosedOwner(root: JsonSchema, error: OutputUnit, depth: number): JsonSchema {
  let at: JsonSchema = root
  for (const raw of error.instanceLocation.split('/').slice(1, depth)) {
    const key = decodePointerSegment(raw)
    at = followKey(root, resolveRef(root, at), key)
  }
  return resolveRef(root, at)
}

function followKey(root: JsonSchema, schema: JsonSchema, key: string): JsonSchema {
  const { properties, items, additionalProperties } = schema as Record<string, unknown>
  const property = isSchemaObject(properties) && Object.hasOwn(properties, key) ? properties[key] : undefined
  const next = property ?? items ?? additionalProperties
  return isSchemaObject(next) ? next : {}
}

const resolveRef = (root: JsonSchema, schema: JsonSchema): JsonSchema => {
  const ref = schema['$ref']
  const found = typeof ref === 'string' ? findLocalRef(root, ref) : undefined
  return isSchemaObject(found) ? found : schema
}

/** The schema at a keyword location, which passes through `$ref`s. */
function schemaAt(root: JsonSchema, location: string): JsonSchema {
  let at: unknown = root
  for (const raw of location.split('/').slice(1)) {
    const key = decodePointerSegment(raw)
    const next: unknown = typeof at === 'object' && at !== null ? Reflect.get(at, key) : undefined
    at = key === '$ref' && typeof next === 'string' ? findLocalRef(root, next) : next
  }
  return isSchemaObject(at) ? at : {}
}

const parentOf = (location: string): string => location.slice(0, Math.max(0, location.lastIndexOf('/')))

const pathOf = (pointer: string): string => pointer.split('/').slice(1).map(decodePointerSegment).join('.')

function valueAt(input: unknown, pointer: string): unknown {
  let at = input
  for (const raw of pointer.split('/').slice(1)) {
    if (typeof at !== 'object' || at === null) return undefined
    at = Reflect.get(at, decodePointerSegment(raw))
  }
  return at
}

const typesOf = (schema: JsonSchema): string => [schema['type']].flat().join(' or ')

const typeName = (value: unknown): string => {
  if (value === null) return 'null'
  return Array.isArray(value) ? 'array' : typeof value
}

const quotedName = (message: string): string =>
  message.slice(message.indexOf('"') + 1, message.lastIndexOf('"'))

const listed = (choices: readonly unknown[]): string => {
  const shown = choices.slice(0, maxListed).map((choice) => JSON.stringify(choice))
  return choices.length > maxListed ? `${shown.join(', ')}, … (${choices.length} in all)` : shown.join(', ')
}
