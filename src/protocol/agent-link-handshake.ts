import * as z from 'zod/mini'
import { concatBytes, fromBase64, toBase64, utf8, type Bytes } from './agent-link-bytes.ts'

const base64 = z.string().check(z.maxLength(512), z.regex(/^[A-Za-z0-9+/]+={0,2}$/))
const label = z.string().check(z.minLength(1), z.maxLength(128))

const browserHello = z.object({
  kind: z.literal('hello'),
  protocol: z.literal(1),
  /** `meet`: prove a secret that both hold. `pair`: make one, from a code that the person typed. */
  purpose: z.enum(['meet', 'pair']),
  key: base64,
  nonce: base64,
})
const agentHello = z.object({
  kind: z.literal('hello'),
  protocol: z.literal(1),
  /** The nonce of the browser's hello that this answers. */
  replyTo: base64,
  agentId: label,
  name: label,
  client: label,
  key: base64,
  nonce: base64,
  /** Which secrets the agent holds, one for each browser it is paired with. */
  keyIds: z.array(base64).check(z.maxLength(16)),
  /** For `pair`: that the agent knows the code. */
  proof: z.exactOptional(base64),
})
const proof = z.object({ kind: z.literal('proof'), proof: base64, keyId: z.exactOptional(base64) })
/** The browser holds none of the agent's secrets. */
const unknown = z.object({ kind: z.literal('unknown') })
/** The code that the person typed is not this agent's. */
const miss = z.object({ kind: z.literal('miss') })
/** The agent gives no proof now: too many tries are under way or have failed. */
const busy = z.object({ kind: z.literal('busy'), replyTo: base64 })
const sealed = z.object({ kind: z.literal('sealed'), data: z.string() })

/** What a browser sends to an agent, each relayed by the hub as one opaque string. */
export const fromBrowserSchema = z.discriminatedUnion('kind', [browserHello, proof, unknown, miss, sealed])
export const fromAgentSchema = z.discriminatedUnion('kind', [agentHello, proof, busy, sealed])
export type BrowserHello = z.infer<typeof browserHello>
export type AgentHello = z.infer<typeof agentHello>
export type FromBrowser = z.infer<typeof fromBrowserSchema>
export type FromAgent = z.infer<typeof fromAgentSchema>

export type Role = 'browser' | 'agent'
export type SessionKeys = {
  proofs: Record<Role, CryptoKey>
  frames: Record<Role, CryptoKey>
  /** The secret that a pairing leaves on both sides, 32 bytes in base64. */
  agentSecret: string
}

export const createEphemeralKey = (): Promise<CryptoKeyPair> =>
  crypto.subtle.generateKey({ name: 'ECDH', namedCurve: 'P-256' }, false, ['deriveBits'])

export const publicKeyOf = async (pair: CryptoKeyPair): Promise<string> =>
  toBase64(new Uint8Array(await crypto.subtle.exportKey('raw', pair.publicKey)))

/** Names a secret without giving anything of it away. */
export async function keyIdOf(secret: string): Promise<string> {
  const key = await importHmac(fromBase64(secret))
  return toBase64(
    new Uint8Array(await crypto.subtle.sign('HMAC', key, utf8('countersign key id'))).slice(0, 16),
  )
}

/** Stretches a typed code, so that who relays or squats the port cannot try all codes before it ends. */
export async function stretchCode(code: string, browserNonce: string, agentNonce: string): Promise<Bytes> {
  const key = await crypto.subtle.importKey('raw', utf8(code), 'PBKDF2', false, ['deriveBits'])
  const salt = concatBytes(fromBase64(browserNonce), fromBase64(agentNonce))
  const bits = await crypto.subtle.deriveBits(
    { name: 'PBKDF2', hash: 'SHA-256', salt, iterations: 600_000 },
    key,
    256,
  )
  return new Uint8Array(bits)
}

/** Everything both sides said and where, so that keys of a relayed or altered handshake differ. */
export async function transcriptOf(
  browser: BrowserHello,
  agent: Omit<AgentHello, 'proof' | 'keyIds' | 'replyTo'>,
  context: { port: number; keyId?: string },
): Promise<Bytes> {
  const said = [
    ['countersign link', 1, browser.purpose, context.port, context.keyId ?? ''],
    ['browser', browser.key, browser.nonce],
    ['agent', agent.key, agent.nonce, agent.agentId, agent.name, agent.client],
  ]
  return new Uint8Array(await crypto.subtle.digest('SHA-256', utf8(JSON.stringify(said))))
}

/** `secret` is the agent's 256-bit secret, or the stretched code when pairing. Throws on a key that is not on the curve. */
export async function deriveSessionKeys(
  own: CryptoKeyPair,
  theirs: string,
  secret: Bytes,
  transcript: Bytes,
): Promise<SessionKeys> {
  const curve = { name: 'ECDH', namedCurve: 'P-256' }
  const peer = await crypto.subtle.importKey('raw', fromBase64(theirs), curve, false, [])
  const shared = await crypto.subtle.deriveBits({ name: 'ECDH', public: peer }, own.privateKey, 256)
  const material = concatBytes(new Uint8Array(shared), secret)
  const root = await crypto.subtle.importKey('raw', material, 'HKDF', false, ['deriveBits'])
  const derive = async (info: string): Promise<Bytes> =>
    new Uint8Array(
      await crypto.subtle.deriveBits(
        { name: 'HKDF', hash: 'SHA-256', salt: transcript, info: utf8(info) },
        root,
        256,
      ),
    )
  const frames = async (info: string): Promise<CryptoKey> =>
    crypto.subtle.importKey('raw', await derive(info), 'AES-GCM', false, ['encrypt', 'decrypt'])
  return {
    proofs: {
      browser: await importHmac(await derive('browser proof')),
      agent: await importHmac(await derive('agent proof')),
    },
    frames: { browser: await frames('browser frames'), agent: await frames('agent frames') },
    agentSecret: toBase64(await derive('agent secret')),
  }
}

export const proveAs = async (role: Role, keys: SessionKeys, transcript: Bytes): Promise<string> =>
  toBase64(new Uint8Array(await crypto.subtle.sign('HMAC', keys.proofs[role], transcript)))

/** In constant time. */
export const isProofOf = (
  role: Role,
  keys: SessionKeys,
  transcript: Bytes,
  given: string,
): Promise<boolean> => crypto.subtle.verify('HMAC', keys.proofs[role], fromBase64(given), transcript)

const importHmac = (bytes: Bytes): Promise<CryptoKey> =>
  crypto.subtle.importKey('raw', bytes, { name: 'HMAC', hash: 'SHA-256' }, false, ['sign', 'verify'])
