import { joinPath } from './dot-path.ts'
import { redactionMaxDepth, redactionMaxNodes } from './limits.ts'
import { cancelled, errorResult, refuse, type FieldChange, type Issue, type ToolResult } from './result.ts'
import type { SchemaField } from './schema-fields.ts'
import { createEchoFilter } from './secret-echo.ts'
import { createSensitivePlaces, type SensitiveReason, type SensitiveSources } from './sensitive-places.ts'
import { redactUrlsInText } from './url-redaction.ts'

export { isSensitiveName } from './sensitive-names.ts'
export { redactUrl, redactUrlsInText } from './url-redaction.ts'

export const redacted = '[redacted]'

export type RedactedPath = { path: string; why: 'page' | 'field' | 'rule' | 'unreadable' }

/** The one exit: whatever leaves the content script about a call has passed through one of these. */
export type Redactor = {
  reasonAt: (path: string) => SensitiveReason | undefined
  text: (text: string) => string
  /** A plain copy; File and Blob become `{ file: { name, size, type } }`. */
  value: (value: unknown, path?: string) => { value: unknown; redacted: RedactedPath[] }
  changes: (changes: readonly FieldChange[]) => { changes: FieldChange[]; redacted: RedactedPath[] }
  issues: (issues: readonly Issue[]) => Issue[]
  result: (result: ToolResult) => ToolResult
}

type RedactorSources = SensitiveSources & {
  outputFields?: readonly SchemaField[]
  inputs: readonly unknown[]
}

/** `inputs`: what was sent, whose secrets must not come back as an echo. */
export function createRedactor(sources: RedactorSources): Redactor {
  const places = createSensitivePlaces(sources)
  const { kind, rules } = sources
  const outputs = createSensitivePlaces({
    kind,
    rules,
    fields: sources.outputFields ?? [],
    sensitivePaths: [],
  })
  const echo = createEchoFilter(sources.inputs, places)
  const text = (given: string): string => redactUrlsInText(echo.hide(given, redacted), sources.rules)

  const value = (given: unknown, path = '', reasonAt = places.reasonAt) => {
    const walk: Walk = {
      reasonAt,
      text,
      isEcho: echo.isIn,
      isIdle: echo.isIdle,
      nodes: 0,
      redacted: [],
    }
    return { value: hide(given, path, 0, walk), redacted: walk.redacted }
  }

  const changes = (given: readonly FieldChange[]) => {
    const hidden: RedactedPath[] = []
    const side = (change: FieldChange, key: 'before' | 'after'): FieldChange | Record<string, never> => {
      if (isEmpty(change[key])) return isUnset(change[key]) ? {} : emptySide(change, key, places.reasonAt)
      const shown = value(change[key], change.path)
      hidden.push(...shown.redacted)
      return { path: change.path, [key]: shown.value }
    }
    const shown = given.map((change) => ({
      ...side(change, 'before'),
      ...side(change, 'after'),
      path: change.path,
    }))
    return { changes: shown, redacted: withoutRepeats(hidden) }
  }

  const output = (given: unknown) =>
    value(given, '', (path) => places.reasonAt(path) ?? outputs.reasonAt(path))

  const issues = (given: readonly Issue[]): Issue[] =>
    given.map((issue) => ({ path: text(issue.path), message: text(issue.message) }))

  return {
    reasonAt: places.reasonAt,
    text,
    value,
    changes,
    issues,
    result: (result) => redactResult(result, { text, value: output, changes, issues }),
  }
}

/** Nothing is there to hide: an empty sensitive value can be told from a filled one. */
export const isEmpty = (value: unknown): boolean =>
  isUnset(value) || value === '' || (Array.isArray(value) && value.length === 0)

const isUnset = (value: unknown): boolean => value === undefined || value === null

const emptySide = (change: FieldChange, key: 'before' | 'after', reasonAt: Redactor['reasonAt']) =>
  reasonAt(change.path) ? {} : { path: change.path, [key]: change[key] }

export const withoutRepeats = (paths: readonly RedactedPath[]): RedactedPath[] => [
  ...new Map(paths.map((hidden) => [hidden.path, hidden])).values(),
]

type Walk = {
  reasonAt: Redactor['reasonAt']
  text: (text: string) => string
  isEcho: (text: string) => boolean
  isIdle: boolean
  nodes: number
  redacted: RedactedPath[]
}

function hide(value: unknown, path: string, depth: number, walk: Walk): unknown {
  walk.nodes += 1
  const reason = walk.reasonAt(path)
  if (reason && isHideable(value, reason)) return placeholderFor(path, reason.why, walk)
  if (depth > redactionMaxDepth || walk.nodes > redactionMaxNodes)
    return placeholderFor(path, 'unreadable', walk)
  if (typeof value === 'string') return hideInText(value, path, walk)
  if (typeof value === 'number' || typeof value === 'bigint') {
    return walk.isEcho(String(value)) ? placeholderFor(path, 'field', walk) : value
  }
  return typeof value === 'object' && value !== null ? hideInObject(value, path, depth, walk) : value
}

/** A name alone says nothing about a yes or no: "Show PIN" is a setting. */
const isHideable = (value: unknown, reason: SensitiveReason): boolean =>
  !isEmpty(value) && !(reason.isByName && typeof value === 'boolean')

function hideInText(value: string, path: string, walk: Walk): string {
  const shown = walk.text(value)
  if (shown !== value) walk.redacted.push({ path, why: 'field' })
  return shown
}

function hideInObject(value: object, path: string, depth: number, walk: Walk): unknown {
  const inner = (child: unknown, key: string | number): unknown =>
    hide(child, joinPath(path, key), depth + 1, walk)
  if (Array.isArray(value)) return value.map(inner)
  if (value instanceof Date) return value
  if (value instanceof Map) {
    return new Map([...value].map(([key, child]) => [inner(key, 'key'), inner(child, String(key))]))
  }
  if (value instanceof Set) return new Set([...value].map(inner))
  if (value instanceof Blob) return describeBlob(value, walk)
  if (value instanceof Error) return { name: value.name, message: walk.text(value.message) }
  if (ArrayBuffer.isView(value) || value instanceof ArrayBuffer) return hideInBytes(value, path, walk)
  if (!isPlainObject(value)) return placeholderFor(path, 'unreadable', walk)
  return Object.fromEntries(Object.entries(value).map(([key, child]) => [walk.text(key), inner(child, key)]))
}

function hideInBytes(value: ArrayBufferView | ArrayBuffer, path: string, walk: Walk): unknown {
  if (walk.isIdle) return value
  const bytes = value instanceof ArrayBuffer ? new Uint8Array(value) : new Uint8Array(value.buffer)
  return walk.isEcho(new TextDecoder().decode(bytes)) ? placeholderFor(path, 'unreadable', walk) : value
}

const describeBlob = (blob: Blob, walk: Walk): { file: { name: string; size: number; type: string } } => ({
  file: { name: blob instanceof File ? walk.text(blob.name) : '', size: blob.size, type: blob.type },
})

function placeholderFor(path: string, why: RedactedPath['why'], walk: Walk): string {
  walk.redacted.push({ path, why })
  return redacted
}

const isPlainObject = (value: object): boolean => {
  const prototype: unknown = Object.getPrototypeOf(value)
  return prototype === Object.prototype || prototype === null
}

function redactResult(
  result: ToolResult,
  redact: Pick<Redactor, 'text' | 'value' | 'changes' | 'issues'>,
): ToolResult {
  switch (result.status) {
    case 'ok':
      return { status: 'ok', data: redactData(result.data, redact) }
    case 'invalid':
      return { status: 'invalid', issues: redact.issues(result.issues) }
    case 'cancelled':
      return cancelled(result.by, result.note === undefined ? undefined : redact.text(result.note))
    case 'refused':
      return refuse(result.code, redact.text(result.message), result)
    case 'needs_confirmation': {
      const { changes } = result
      const shown = changes ? { changes: redact.changes(changes).changes } : {}
      return { ...result, summary: redact.text(result.summary), ...shown }
    }
    default:
      return errorResult(redact.text(result.message))
  }
}

function redactData(data: unknown, redact: Pick<Redactor, 'value' | 'changes'>): unknown {
  const changes = findChanges(data)
  if (!changes) return redact.value(data).value
  const { changes: _changes, ...rest } = data as Record<string, unknown>
  return { changes: redact.changes(changes).changes, ...(redact.value(rest).value as object) }
}

/** The changes that a result reports, where it reports any. */
export function findChanges(data: unknown): FieldChange[] | undefined {
  if (typeof data !== 'object' || data === null || !('changes' in data)) return undefined
  const { changes } = data
  return Array.isArray(changes) && changes.every(isFieldChange) ? changes : undefined
}

const isFieldChange = (value: unknown): value is FieldChange =>
  typeof value === 'object' && value !== null && 'path' in value && typeof value.path === 'string'
