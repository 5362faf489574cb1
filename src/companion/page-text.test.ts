import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { visibleValue, withoutInvisible } from './page-text.ts'

describe('page text', () => {
  test('loses what nobody sees', () => {
    const tag = Array.from('ignore', (char) => String.fromCodePoint(0xe0000 + char.charCodeAt(0))).join('')
    expect(withoutInvisible(`Book${tag} now`)).toBe('Book now')
    expect(withoutInvisible('a\u200Bb\u200Cc\u200Dd\u2060e\uFEFFf\u00ADg')).toBe('abcdefg')
    expect(withoutInvisible('\u202Eevil\u202C \u2066x\u2069 \u061C\u200E\u200F')).toBe('evil x ')
    expect(withoutInvisible('a\u0000b\u001B[31mc\u007F\u0085')).toBe('ab[31mc')
    expect(withoutInvisible(`a${String.fromCodePoint(0xe0101)}\u3164\u115F`)).toBe('a')
  })

  test('keeps what people read', () => {
    for (const text of ['line\nnext\ttab', 'می‌خواهم', '👩‍💻 ❤️ 👍🏽', 'क्‍ष', 'Straße, 漢字, עברית']) {
      expect(withoutInvisible(text)).toBe(text)
    }
  })

  test('is cleaned at any depth, keys too, and values stay what they are', () => {
    expect(visibleValue({ 'a\u200B': ['x\u202E', 1, null, true, { b: 'y\u2060' }] })).toEqual({
      a: ['x', 1, null, true, { b: 'y' }],
    })
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        const once = visibleValue(value)
        expect(visibleValue(once)).toEqual(once)
      }),
    )
  })
})
