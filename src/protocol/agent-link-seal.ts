import { fromBase64, fromUtf8, toBase64, utf8, type Bytes } from './agent-link-bytes.ts'

/**
 * One direction of a session. The nonce of AES-GCM is the count of messages, on both sides alike, so a message that is
 * repeated, left out, reordered or altered does not open. The key is of one session and one direction alone.
 */
export function createSealer(key: CryptoKey): (text: string) => Promise<string> {
  const inTurn = createTurns()
  let count = 0
  return (text) =>
    inTurn(async () => {
      const nonce = nonceOf(count++)
      const sealed = await crypto.subtle.encrypt({ name: 'AES-GCM', iv: nonce }, key, utf8(text))
      return toBase64(new Uint8Array(sealed))
    })
}

/** The other end of `createSealer`. Rejects for anything but the next message; the session must end then. */
export function createOpener(key: CryptoKey): (data: string) => Promise<string> {
  const inTurn = createTurns()
  let count = 0
  return (data) =>
    inTurn(async () => {
      const nonce = nonceOf(count++)
      return fromUtf8(await crypto.subtle.decrypt({ name: 'AES-GCM', iv: nonce }, key, fromBase64(data)))
    })
}

function nonceOf(count: number): Bytes {
  const nonce = new Uint8Array(12)
  new DataView(nonce.buffer).setBigUint64(4, BigInt(count))
  return nonce
}

/** Runs steps one after another: WebCrypto answers in any order, a counter must not. */
function createTurns(): <T>(step: () => Promise<T>) => Promise<T> {
  let last: Promise<unknown> = Promise.resolve()
  return (step) => {
    const turn = last.then(step, step)
    last = turn.catch(() => undefined)
    return turn
  }
}
