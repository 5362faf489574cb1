import { resultMaxBytes } from './limits.ts'

export const notSerializable = 'Result not serializable'
export type JsonValue = null | boolean | number | string | JsonValue[] | { [key: string]: JsonValue }

/**
 * A value as JSON carries it: `toJSON` is honoured, a `Date` becomes an ISO string, `undefined` goes. Never throws.
 * A function, a symbol, a cycle or a BigInt gives the error.
 */
export function toJson(value: unknown): { value: JsonValue | undefined } | { error: typeof notSerializable } {
  try {
    const text = JSON.stringify(value, refuseUnserialisable)
    return { value: text === undefined ? undefined : (JSON.parse(text) as JsonValue) }
  } catch {
    return { error: notSerializable }
  }
}

/** A copy as it would arrive in another context. A function, a symbol or an object of the page's DOM gives the error. */
export function toClone<T>(value: T): { value: T } | { error: typeof notSerializable } {
  try {
    return { value: structuredClone(value) }
  } catch {
    return { error: notSerializable }
  }
}

function refuseUnserialisable(_key: string, value: unknown): unknown {
  if (typeof value === 'function' || typeof value === 'symbol') throw new TypeError(notSerializable)
  return value
}

export type CutResult =
  | { data: unknown }
  | { data: string; truncated: true; fullBytes: number; advice: string }

/**
 * Result data as an agent may get it: whole up to the limit, else the beginning of its JSON text with the full size
 * and what to do.
 */
export function cutResult(data: unknown, maxBytes = resultMaxBytes): CutResult {
  const text = JSON.stringify(data) ?? 'null'
  const bytes = new TextEncoder().encode(text)
  if (bytes.length <= maxBytes) return { data }
  return {
    data: decodeWhole(bytes.subarray(0, maxBytes)),
    truncated: true,
    fullBytes: bytes.length,
    advice: `Only the first ${maxBytes} of ${bytes.length} bytes are here. Ask for less: a narrower query, fewer items or fewer fields.`,
  }
}

/** Drops a character that the cut went through. */
const decodeWhole = (bytes: Uint8Array): string => new TextDecoder().decode(bytes, { stream: true })
