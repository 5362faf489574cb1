import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { findBoundsIssues } from './input-bounds.ts'

const nested = (levels: number): unknown => (levels <= 1 ? {} : { a: nested(levels - 1) })

describe('an input', () => {
  test('of 10,000 values is taken, one more is not', () => {
    expect(findBoundsIssues(Array.from({ length: 9999 }, () => 0))).toEqual([])
    expect(findBoundsIssues(Array.from({ length: 10_000 }, () => 0))).toEqual([
      { path: '', message: 'Too many values: at most 10000' },
    ])
  })

  test('of 64 levels is taken, one more is not', () => {
    expect(findBoundsIssues(nested(64))).toEqual([])
    expect(findBoundsIssues(nested(65))).toEqual([
      { path: '', message: 'Nested too deep: at most 64 levels' },
    ])
  })

  test('of 1 MiB of text is taken, one byte more is not, however it is spread', () => {
    const half = 'é'.repeat(256 * 1024)
    expect(findBoundsIssues({ '': [half, half] })).toHaveLength(1)
    expect(findBoundsIssues([half, half.slice(1)])).toEqual([])
    expect(findBoundsIssues('x'.repeat(1024 * 1024))).toEqual([])
    expect(findBoundsIssues('x'.repeat(1024 * 1024 + 1))).toEqual([
      { path: '', message: 'Too large: at most 1 MiB of text' },
    ])
  })

  test.each(['__proto__', 'prototype', 'constructor'])(
    'with the key %s anywhere is refused, by path',
    (key) => {
      const input: unknown = JSON.parse(`{"a":[{"b":{"${key}":{"x":1}}}]}`)
      expect(findBoundsIssues(input)).toEqual([
        { path: `a.0.b.${key}`, message: `The key \`${key}\` is not allowed` },
      ])
    },
  )

  test('that holds what JSON has not is refused', () => {
    expect(findBoundsIssues({ f: () => 1, s: Symbol('s') }).map(({ path }) => path)).toEqual(['f', 's'])
  })

  test('of any JSON is judged without a throw', () => {
    fc.assert(fc.property(fc.jsonValue(), (input) => Array.isArray(findBoundsIssues(input))))
  })
})
