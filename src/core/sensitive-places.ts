import { coversPath } from './dot-path.ts'
import type { SchemaField } from './schema-fields.ts'
import { isSensitiveName, matchesRule, wordsOf } from './sensitive-names.ts'
import type { ToolKind } from './tool.ts'

/** Who says that a value is secret: the page, the field itself (in the browser's or our words), the person's own rule. */
export type SensitiveReason = { why: 'page' | 'field' | 'rule'; isByName: boolean }

export type SensitiveSources = {
  kind: ToolKind
  /** Of the schemas that describe the value. The same list is taken to mean the same every time. */
  fields: readonly SchemaField[]
  sensitivePaths: readonly string[]
  rules: readonly string[]
}

export type SensitivePlaces = { reasonAt: (path: string) => SensitiveReason | undefined }

export function createSensitivePlaces(sources: SensitiveSources): SensitivePlaces {
  const explicit = sources.kind === 'page' ? 'page' : 'field'
  const patterns: SensitivePattern[] = [
    ...sources.sensitivePaths.map((path) => ({ path, reason: { why: explicit, isByName: false } as const })),
    ...patternsOf(sources.fields, explicit, sources.rules),
  ]
  const reasonOfSegment = createSegmentReasons(sources.rules)
  const find = (path: string): SensitiveReason | undefined =>
    patterns.find((pattern) => coversPath(pattern.path, path))?.reason
  return {
    // A change of a form names its field; the input names the same field below `values`.
    reasonAt: (path) => find(path) ?? find(`values.${path}`) ?? firstReason(path, reasonOfSegment),
  }
}

type SensitivePattern = { path: string; reason: SensitiveReason }
const knownPatterns = new WeakMap<
  readonly SchemaField[],
  { rules: readonly string[]; patterns: SensitivePattern[] }
>()

/** A form may have thousands of fields, and is asked about at every step of its calls. */
function patternsOf(
  fields: readonly SchemaField[],
  explicit: 'page' | 'field',
  rules: readonly string[],
): SensitivePattern[] {
  const known = knownPatterns.get(fields)
  if (known?.rules === rules) return known.patterns
  const patterns = fields.flatMap((field) => {
    const reason = reasonOfField(field, explicit, rules)
    return reason ? [{ path: field.path, reason }] : []
  })
  knownPatterns.set(fields, { rules, patterns })
  return patterns
}

/** Whether the schema of the page's itself marks something as secret. */
export const marksSecrets = (fields: readonly SchemaField[]): boolean => fields.some(isMarkedSecret)

const isMarkedSecret = ({ schema }: SchemaField): boolean =>
  schema['format'] === 'password' || schema['writeOnly'] === true

function reasonOfField(
  field: SchemaField,
  explicit: 'page' | 'field',
  rules: readonly string[],
): SensitiveReason | undefined {
  if (isMarkedSecret(field)) return { why: explicit, isByName: false }
  const title = field.schema['title']
  return typeof title === 'string' && field.path !== '' ? reasonOfName(title, rules) : undefined
}

function reasonOfName(name: string, rules: readonly string[]): SensitiveReason | undefined {
  if (isSensitiveName(name, [])) return { why: 'field', isByName: true }
  const words = wordsOf(name)
  return rules.some((rule) => matchesRule(words, rule)) ? { why: 'rule', isByName: true } : undefined
}

function createSegmentReasons(rules: readonly string[]) {
  const known = new Map<string, SensitiveReason | undefined>()
  return (segment: string): SensitiveReason | undefined => {
    if (!known.has(segment)) known.set(segment, reasonOfName(segment, rules))
    return known.get(segment)
  }
}

function firstReason(path: string, reasonOf: (segment: string) => SensitiveReason | undefined) {
  for (const segment of path.split('.')) {
    if (/^\d*$/.test(segment)) continue
    const reason = reasonOf(segment)
    if (reason) return reason
  }
  return undefined
}
