import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { cutText, toDisplayLines, toDisplayText } from './display-text.ts'

describe('text from a page or an agent', () => {
  test.each([
    ['control characters', 'a\u0000b\u001bc\u007f', 'abc'],
    ['bidi marks and overrides', '\u202Eevil\u202C \u2066x\u2069\u200F', 'evil x'],
    ['zero-width characters', 'p\u200Ba\u200Cy\u200Dp\u2060a\uFEFFl', 'paypal'],
    ['tag characters', `hi${String.fromCodePoint(0xe0041, 0xe007f)}`, 'hi'],
    ['fillers that look like nothing', 'a\u3164\u2800\u115Fb', 'ab'],
    ['lone surrogates', 'a\uD800b', 'ab'],
  ])('loses %s', (_what, text, shown) => {
    expect(toDisplayText(text)).toBe(shown)
  })

  test('is one line', () => {
    expect(toDisplayText(' Approve\n\r\n\u2028all\tnow  ')).toBe('Approve all now')
  })

  test('keeps letters of every script, marks included', () => {
    const text = 'Größe العنوان 名前 e\u0301 नाम'
    expect(toDisplayText(text)).toBe(text)
  })

  test('keeps its line breaks where it is read in full', () => {
    expect(toDisplayLines('one\r\ntwo\u202E\n\tthree')).toBe('one\ntwo\n three')
  })
})

describe('cutting', () => {
  test('ends with … and never exceeds the length', () => {
    expect(cutText('abcdef', 4)).toBe('abc…')
    expect(cutText('abcd', 4)).toBe('abcd')
    expect(toDisplayText('x'.repeat(300), 256)).toHaveLength(256)
  })

  test('never leaves half a character', () => {
    expect(cutText('ab😀c', 4)).toBe('ab…')
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), fc.integer({ min: 1, max: 20 }), (text, length) => {
        const cut = cutText(text, length)
        expect(cut.length).toBeLessThanOrEqual(length)
        expect(cut.isWellFormed()).toBe(text.isWellFormed())
      }),
    )
  })
})
