import { describe, expect, test } from 'vitest'
import { createPairingCode, readPairingCode } from './agent-link-code.ts'

describe('a pairing code', () => {
  test('reads back as it was made', () => {
    const codes = Array.from({ length: 200 }, createPairingCode)
    for (const code of codes) {
      expect(code).toMatch(/^[0-9A-HJKMNP-TV-Z]{4}-[0-9A-HJKMNP-TV-Z]{4}$/)
      expect(readPairingCode(code)).toBe(code)
    }
    expect(new Set(codes).size).toBe(200)
  })

  test('is read as people type it', () => {
    expect(readPairingCode(' abcd efgh ')).toBe('ABCD-EFGH')
    expect(readPairingCode('abcd–efgh')).toBe('ABCD-EFGH')
    expect(readPairingCode('OIL0-1111')).toBe('0110-1111')
    expect(readPairingCode('ＡＢＣＤ-ＥＦＧＨ')).toBe('ABCD-EFGH')
  })

  test('nothing else is one', () => {
    for (const text of ['', 'ABCD-EFG', 'ABCD-EFGHJ', 'ABCD-EFGU', 'ABCD-EFG!']) {
      expect(readPairingCode(text)).toBeUndefined()
    }
  })
})
