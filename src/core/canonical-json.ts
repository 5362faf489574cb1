import { sha256 } from '@noble/hashes/sha2.js'
import { bytesToHex } from '@noble/hashes/utils.js'

/** JSON with the keys of every object sorted, so that equal values give equal text and different ones do not. */
export const canonicalJson = (value: unknown): string => write(value) ?? 'null'

/** By hand, since a replacer makes `JSON.stringify` slow on the schema of a form with thousands of fields. */
function write(given: unknown): string | undefined {
  const value = toPlainJson(hasToJson(given) ? given.toJSON() : given)
  if (typeof value !== 'object' || value === null) return JSON.stringify(value)
  if (Array.isArray(value)) return `[${value.map((item) => write(item) ?? 'null').join(',')}]`
  const members: string[] = []
  for (const key of Object.keys(value).toSorted()) {
    const member = write(Reflect.get(value, key))
    if (member !== undefined) members.push(`${JSON.stringify(key)}:${member}`)
  }
  return `{${members.join(',')}}`
}

const hasToJson = (value: unknown): value is { toJSON: () => unknown } =>
  typeof value === 'object' && value !== null && 'toJSON' in value && typeof value.toJSON === 'function'

const encoder = new TextEncoder()

/** Lower-case hex. Not WebCrypto, which insecure pages lack. */
export const sha256Hex = (text: string): string => bytesToHex(sha256(encoder.encode(text)))

/** The same, by WebCrypto where there is one: code that has not run often yet takes many times as long for it. */
export async function sha256HexSoon(text: string): Promise<string> {
  const { subtle } = crypto as { subtle?: SubtleCrypto }
  if (!subtle) return sha256Hex(text)
  return bytesToHex(new Uint8Array(await subtle.digest('SHA-256', encoder.encode(text))))
}

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
