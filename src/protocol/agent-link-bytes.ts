/** Bytes over a buffer of their own, as WebCrypto takes them. */
export type Bytes = Uint8Array<ArrayBuffer>

const chunkLength = 32_768

export function toBase64(bytes: Bytes): string {
  let binary = ''
  for (let at = 0; at < bytes.length; at += chunkLength) {
    binary += String.fromCharCode(...bytes.subarray(at, at + chunkLength))
  }
  return btoa(binary)
}

/** Throws on text that is not base64. */
export function fromBase64(text: string): Bytes {
  const binary = atob(text)
  const bytes = new Uint8Array(binary.length)
  for (let at = 0; at < binary.length; at += 1) bytes[at] = binary.charCodeAt(at)
  return bytes
}

export const utf8 = (text: string): Bytes => new TextEncoder().encode(text)

/** Throws on bytes that are not UTF-8. */
export const fromUtf8 = (bytes: ArrayBuffer | Bytes): string =>
  new TextDecoder('utf-8', { fatal: true }).decode(bytes)

export const randomBase64 = (byteLength: number): string =>
  toBase64(crypto.getRandomValues(new Uint8Array(byteLength)))

export function concatBytes(...parts: Bytes[]): Bytes {
  const whole = new Uint8Array(parts.reduce((length, part) => length + part.length, 0))
  let at = 0
  for (const part of parts) {
    whole.set(part, at)
    at += part.length
  }
  return whole
}
