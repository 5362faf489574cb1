import { sha256 } from '@noble/hashes/sha2.js'
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js'

/** JSON with the keys of every object sorted, so that equal values give equal text. */
export function canonicalJson(value: unknown): string {
  return (
    JSON.stringify(value, (_key, child: unknown) => (isRecord(child) ? sortKeys(child) : child)) ?? 'null'
  )
}

/** Lower-case hex. Not WebCrypto, which insecure pages lack. */
export const sha256Hex = (text: string): string => bytesToHex(sha256(utf8ToBytes(text)))

const sortKeys = (record: Record<string, unknown>): Record<string, unknown> => {
  const sorted: Record<string, unknown> = Object.create(null)
  for (const key of Object.keys(record).sort()) sorted[key] = record[key]
  return sorted
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
