import { sha256 } from '@noble/hashes/sha2.js'
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js'

/** JSON with the keys of every object sorted, so that equal values give equal text and different ones do not. */
export function canonicalJson(value: unknown): string {
  const write = (_key: string, child: unknown): unknown => sortKeys(toPlainJson(child))
  return JSON.stringify(value, write) ?? 'null'
}

/** Lower-case hex. Not WebCrypto, which insecure pages lack. */
export const sha256Hex = (text: string): string => bytesToHex(sha256(utf8ToBytes(text)))

/** For what can be cloned but JSON has no word for: something that can be shown and told apart. */
export function toPlainJson(value: unknown): unknown {
  if (typeof value === 'string') return value.toWellFormed()
  if (typeof value === 'bigint') return String(value)
  if (value instanceof Map || value instanceof Set) return [...value]
  if (ArrayBuffer.isView(value))
    return bytesOf(new Uint8Array(value.buffer, value.byteOffset, value.byteLength))
  return value instanceof ArrayBuffer ? bytesOf(new Uint8Array(value)) : value
}

const bytesOf = (bytes: Uint8Array): { bytes: number; sha256: string } => ({
  bytes: bytes.byteLength,
  sha256: bytesToHex(sha256(bytes)),
})

function sortKeys(value: unknown): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value
  const sorted: Record<string, unknown> = Object.create(null)
  for (const key of Object.keys(value).toSorted()) sorted[key] = Reflect.get(value, key)
  return sorted
}
