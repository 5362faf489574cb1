import { describe, expect, test } from 'vitest'
import { fromBase64, randomBase64, toBase64 } from './agent-link-bytes.ts'
import {
  createEphemeralKey,
  deriveSessionKeys,
  isProofOf,
  keyIdOf,
  proveAs,
  publicKeyOf,
  stretchCode,
  transcriptOf,
  type BrowserHello,
} from './agent-link-handshake.ts'

const secret = fromBase64(randomBase64(32))

async function greet() {
  const browserKey = await createEphemeralKey()
  const agentKey = await createEphemeralKey()
  const browser: BrowserHello = {
    kind: 'hello',
    protocol: 1,
    purpose: 'meet',
    key: await publicKeyOf(browserKey),
    nonce: randomBase64(32),
  }
  const agent = {
    kind: 'hello' as const,
    protocol: 1 as const,
    agentId: 'a',
    name: 'Claude Code',
    client: 'claude-code',
    key: await publicKeyOf(agentKey),
    nonce: randomBase64(32),
  }
  return { browserKey, agentKey, browser, agent }
}

type Greeting = Awaited<ReturnType<typeof greet>>
type Side = { browser: BrowserHello; agent: Greeting['agent']; port: number; keyId: string }

/** Whether the agent takes the browser's proof, each side holding its own view of what was said. */
async function isAccepted(
  { browserKey, agentKey }: Greeting,
  browserSide: Side,
  agentSide: Side,
  agentSecret = secret,
) {
  const browserSaw = await transcriptOf(browserSide.browser, browserSide.agent, browserSide)
  const agentSaw = await transcriptOf(agentSide.browser, agentSide.agent, agentSide)
  const ofBrowser = await deriveSessionKeys(browserKey, browserSide.agent.key, secret, browserSaw)
  const ofAgent = await deriveSessionKeys(agentKey, agentSide.browser.key, agentSecret, agentSaw)
  return isProofOf('browser', ofAgent, agentSaw, await proveAs('browser', ofBrowser, browserSaw))
}

describe('a handshake', () => {
  test('succeeds when both sides saw and hold the same', async () => {
    const greeting = await greet()
    const side = { ...greeting, port: 17840, keyId: 'k' }
    expect(await isAccepted(greeting, side, side)).toBe(true)
  })

  test('fails for another secret, port, name, nonce or secret id', async () => {
    const greeting = await greet()
    const side = { ...greeting, port: 17840, keyId: 'k' }
    const others: Side[] = [
      { ...side, port: 17841 },
      { ...side, keyId: 'l' },
      { ...side, agent: { ...side.agent, name: 'Cursor' } },
      { ...side, agent: { ...side.agent, agentId: 'b' } },
      { ...side, browser: { ...side.browser, nonce: randomBase64(32) } },
      { ...side, browser: { ...side.browser, purpose: 'pair' } },
    ]
    for (const other of others) expect(await isAccepted(greeting, side, other)).toBe(false)
    expect(await isAccepted(greeting, side, side, fromBase64(randomBase64(32)))).toBe(false)
  })

  test('fails when a relay in the middle puts its own keys there, though it passes everything else on', async () => {
    const greeting = await greet()
    const relay = await publicKeyOf(await createEphemeralKey())
    const browserSide = { ...greeting, agent: { ...greeting.agent, key: relay }, port: 17840, keyId: 'k' }
    const agentSide = { ...greeting, browser: { ...greeting.browser, key: relay }, port: 17840, keyId: 'k' }
    expect(await isAccepted(greeting, browserSide, agentSide)).toBe(false)
  })

  test('a proof of the browser is none of the agent, so it cannot be sent back', async () => {
    const { browserKey, agent, browser } = await greet()
    const transcript = await transcriptOf(browser, agent, { port: 17840 })
    const keys = await deriveSessionKeys(browserKey, agent.key, secret, transcript)
    const proof = await proveAs('browser', keys, transcript)
    expect(await isProofOf('browser', keys, transcript, proof)).toBe(true)
    expect(await isProofOf('agent', keys, transcript, proof)).toBe(false)
  })

  test('takes no key that is not a point of the curve', async () => {
    const { browserKey, agent, browser } = await greet()
    const transcript = await transcriptOf(browser, agent, { port: 17840 })
    const off = toBase64(new Uint8Array(65).fill(4))
    await expect(deriveSessionKeys(browserKey, off, secret, transcript)).rejects.toThrow()
  })

  test('stretches a code differently for other nonces', async () => {
    const [one, two] = [randomBase64(32), randomBase64(32)]
    const first = await stretchCode('ABCD-EFGH', one, two)
    expect(await stretchCode('ABCD-EFGH', one, two)).toEqual(first)
    expect(await stretchCode('ABCD-EFGH', two, one)).not.toEqual(first)
    expect(await stretchCode('ABCD-EFGJ', one, two)).not.toEqual(first)
  })

  test('names a secret without giving it away', async () => {
    const text = toBase64(secret)
    expect(await keyIdOf(text)).toBe(await keyIdOf(text))
    expect(await keyIdOf(text)).not.toBe(await keyIdOf(randomBase64(32)))
    expect(fromBase64(await keyIdOf(text))).toHaveLength(16)
  })
})
