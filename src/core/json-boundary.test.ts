import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { cutResult, notSerializable, toClone, toJson } from './json-boundary.ts'

describe('towards an agent a value gets JSON semantics', () => {
  test('toJSON is honoured, a Date becomes its ISO string, undefined is dropped', () => {
    const value = { at: new Date(0), own: { toJSON: () => 'own' }, gone: undefined, list: [undefined, 1] }
    expect(toJson(value)).toEqual({ value: { at: '1970-01-01T00:00:00.000Z', own: 'own', list: [null, 1] } })
  })

  test('undefined itself stays undefined', () => {
    expect(toJson(undefined)).toEqual({ value: undefined })
  })

  const cycle: Record<string, unknown> = {}
  cycle['self'] = cycle
  test.each([
    ['a function', { f: () => 1 }],
    ['a symbol', [Symbol('s')]],
    ['a cycle', cycle],
    ['a BigInt', { n: 1n }],
  ])('%s is the error "Result not serializable"', (_kind, value) => {
    expect(toJson(value)).toEqual({ error: notSerializable })
    expect(notSerializable).toBe('Result not serializable')
  })

  test('any JSON value comes back as itself', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        const json = toJson(value)
        expect('value' in json && JSON.stringify(json.value)).toBe(JSON.stringify(value))
      }),
    )
  })
})

test('what cannot be cloned cannot leave the page', () => {
  const value = { date: new Date(), map: new Map(), n: 1n, nothing: undefined }
  expect(toClone(value)).toEqual({ value })
  expect(toClone({ f: () => 1 })).toEqual({ error: notSerializable })
})

describe('result data for an agent', () => {
  test('of at most 256 KiB is whole', () => {
    const data = 'x'.repeat(256 * 1024 - 2)
    expect(cutResult(data)).toEqual({ data })
    expect(cutResult(undefined)).toEqual({ data: undefined })
  })

  test('that is larger is cut, marked, with its full size and the advice to ask for less', () => {
    const cut = cutResult({ rows: 'x'.repeat(300_000) })
    expect(cut).toMatchObject({ truncated: true, fullBytes: 300_011 })
    expect('advice' in cut && cut.advice).toContain('Ask for less')
    expect(String(cut.data)).toHaveLength(256 * 1024)
  })

  test('is never cut inside a character', () => {
    for (const maxBytes of [5, 6, 7, 8, 9]) {
      const cut = cutResult('ab😀cd', maxBytes)
      expect(String(cut.data)).not.toContain('\uFFFD')
    }
  })
})
