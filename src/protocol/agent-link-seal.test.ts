import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { fromBase64, toBase64 } from './agent-link-bytes.ts'
import { createOpener, createSealer } from './agent-link-seal.ts'

const makeKey = (): Promise<CryptoKey> =>
  crypto.subtle.generateKey({ name: 'AES-GCM', length: 256 }, false, ['encrypt', 'decrypt'])

describe('sealed messages', () => {
  test('open as they were, in order, whatever their text', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(fc.string({ unit: 'grapheme' }), { maxLength: 20 }), async (texts) => {
        const key = await makeKey()
        const [seal, open] = [createSealer(key), createOpener(key)]
        const sealed = await Promise.all(texts.map((text) => seal(text)))
        expect(await Promise.all(sealed.map((data) => open(data)))).toEqual(texts)
      }),
      { numRuns: 30 },
    )
  })

  test('a large one opens too', async () => {
    const key = await makeKey()
    const text = 'ä'.repeat(600_000)
    expect(await createOpener(key)(await createSealer(key)(text))).toBe(text)
  })

  test('repeated, left out, altered or of another session they do not open', async () => {
    const key = await makeKey()
    const seal = createSealer(key)
    const [first, second] = [await seal('one'), await seal('two')]
    const open = createOpener(key)
    await open(first)
    await expect(open(first)).rejects.toThrow()
    await expect(createOpener(key)(second)).rejects.toThrow()
    const bytes = fromBase64(first)
    bytes[0] = (bytes[0] ?? 0) ^ 1
    await expect(createOpener(key)(toBase64(bytes))).rejects.toThrow()
    await expect(createOpener(await makeKey())(first)).rejects.toThrow()
    await expect(createOpener(key)('not base64!')).rejects.toThrow()
  })
})
