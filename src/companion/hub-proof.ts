import { fromBase64, toBase64, utf8, type Bytes } from '../protocol/agent-link-bytes.ts'

/** What a proof at a hub is about. The port is in it, so that nobody relays it to a hub elsewhere. */
export type JoinFacts = { port: number; hubNonce: string; agentNonce: string }

export async function proveAtHub(key: Bytes, role: 'hub' | 'agent', facts: JoinFacts): Promise<string> {
  const signed = await crypto.subtle.sign('HMAC', await importKey(key), textOf(role, facts))
  return toBase64(new Uint8Array(signed))
}

export async function isHubProof(
  key: Bytes,
  role: 'hub' | 'agent',
  facts: JoinFacts,
  given: string,
): Promise<boolean> {
  try {
    return await crypto.subtle.verify('HMAC', await importKey(key), fromBase64(given), textOf(role, facts))
  } catch {
    return false
  }
}

const textOf = (role: string, { port, hubNonce, agentNonce }: JoinFacts): Bytes =>
  utf8(JSON.stringify(['countersign hub', 1, role, port, hubNonce, agentNonce]))

const importKey = (key: Bytes): Promise<CryptoKey> =>
  crypto.subtle.importKey('raw', key, { name: 'HMAC', hash: 'SHA-256' }, false, ['sign', 'verify'])
