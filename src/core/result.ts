/**
 * What a call comes to. Every outcome is one of these six plain, deeply frozen, structured-cloneable objects.
 * The codes are a public contract: new ones may come, none is renamed.
 */
export type ToolResult<T = unknown> =
  | { status: 'ok'; data: T }
  | { status: 'invalid'; issues: Issue[] }
  | { status: 'refused'; code: RefusalCode; message: string; rev?: number }
  | { status: 'needs_confirmation'; confirmId: string; summary: string; changes?: FieldChange[] }
  | { status: 'cancelled'; by: CancelledBy; note?: string }
  | { status: 'error'; message: string }

/** `path` is a dot path into the input, `''` for the whole of it. */
export type Issue = { path: string; message: string }

/** One value that a call would change (preview) or did change (result). An absent side means "empty". */
export type FieldChange = { path: string; before?: unknown; after?: unknown }

export type CancelledBy = 'operator' | 'signal' | 'policy'

export const refusalCodes = [
  'unknown_tool',
  'stale',
  'not_allowed',
  'busy',
  'paused',
  'undo_unavailable',
  'confirmation_expired',
  'file_rejected',
  'page_unavailable',
  'not_paired',
  'not_connected',
] as const
export type RefusalCode = (typeof refusalCodes)[number]
export type Refusal = Extract<ToolResult, { status: 'refused' }>

export const ok = <T>(data: T): ToolResult<T> => freezeResult({ status: 'ok', data })

export const invalid = (issues: Issue[]): ToolResult<never> => freezeResult({ status: 'invalid', issues })

/** `rev` is the page's current rev, for callers that acted on an older tool list. */
export const refuse = (code: RefusalCode, message: string, options: { rev?: number } = {}): Refusal =>
  freezeResult({
    status: 'refused',
    code,
    message,
    ...(options.rev === undefined ? {} : { rev: options.rev }),
  })

/** `note` is what the person wrote, at most 500 characters. */
export const cancelled = (by: CancelledBy, note?: string): ToolResult<never> =>
  freezeResult({ status: 'cancelled', by, ...(note === undefined ? {} : { note: note.slice(0, 500) }) })

export const errorResult = (message: string): ToolResult<never> => freezeResult({ status: 'error', message })

const freezeResult = <T extends ToolResult>(result: T): T => deepFreeze(result)

/** Freezes plain objects and arrays all the way down; a `Date`, `Map` or `File` inside is left as it is. */
export function deepFreeze<T>(value: T, seen = new Set<unknown>()): T {
  // What is frozen already may hold what is not.
  if (!isPlain(value) || seen.has(value)) return value
  seen.add(Object.freeze(value))
  for (const child of Object.values(value)) deepFreeze(child, seen)
  return value
}

const isPlain = (value: unknown): value is object => {
  if (typeof value !== 'object' || value === null) return false
  if (Array.isArray(value)) return true
  const prototype: unknown = Object.getPrototypeOf(value)
  return prototype === Object.prototype || prototype === null
}
