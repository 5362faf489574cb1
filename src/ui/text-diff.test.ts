import { describe, expect, test } from 'vitest'
import { diffTexts, isWorthMarking } from './text-diff.tsx'

const side = (parts: ReturnType<typeof diffTexts>, left: 'removed' | 'added'): string =>
  parts
    .filter(({ kind }) => kind === 'same' || kind === left)
    .map(({ text }) => text)
    .join('')

const words = (letter: string): string =>
  Array.from({ length: 4_000 }, (_, index) => `${letter}${index}`).join(' ')

describe('texts word by word', () => {
  test('marks the words that differ and no others', () => {
    const parts = diffTexts('we are four people', 'we are five people', 'en')
    expect(parts.filter(({ kind }) => kind !== 'same')).toEqual([
      { kind: 'removed', text: 'four' },
      { kind: 'added', text: 'five' },
    ])
  })

  test('keeps all of the new text', () => {
    const after = 'Line 1\nLine 2 with more\n\n  Line 3'
    expect(side(diffTexts('Line 1\nLine 2\nLine 3', after, 'en'), 'added')).toBe(after)
  })

  test('finds words where nothing is between them', () => {
    const parts = diffTexts('今日は晴れです。明日も晴れです。', '今日は雨です。明日も晴れです。', 'ja')
    expect(parts.some(({ kind, text }) => kind === 'same' && text.includes('明日'))).toBe(true)
  })

  test('shows texts that have nothing in common as one exchange, quickly', () => {
    const parts = diffTexts(words('a'), words('b'), 'en')
    expect(side(parts, 'added')).toBe(words('b'))
    expect(side(parts, 'removed')).toBe(words('a'))
  })

  test('is left out for short values and for values that come or go as a whole', () => {
    expect(isWorthMarking('2', '4')).toBe(false)
    expect(isWorthMarking(undefined, 'a'.repeat(100))).toBe(false)
    expect(isWorthMarking('', 'a'.repeat(100))).toBe(false)
    expect(isWorthMarking('a'.repeat(100), 'b')).toBe(true)
  })
})
