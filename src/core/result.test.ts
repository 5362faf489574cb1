import { describe, expect, test } from 'vitest'
import { cancelled, deepFreeze, errorResult, invalid, ok, refuse, type ToolResult } from './result.ts'

const results: [string, ToolResult][] = [
  ['ok', ok({ list: [{ a: 1 }] })],
  ['invalid', invalid([{ path: 'a.0', message: 'no' }])],
  ['refused', refuse('stale', 'gone', { rev: 3 })],
  ['cancelled', cancelled('operator', 'later')],
  ['error', errorResult('Tool failed')],
]

const isDeeplyFrozen = (value: unknown): boolean =>
  typeof value !== 'object' ||
  value === null ||
  (Object.isFrozen(value) && Object.values(value).every(isDeeplyFrozen))

describe('every outcome', () => {
  test.each(results)('%s is plain, deeply frozen and structured-cloneable', (status, result) => {
    expect(result.status).toBe(status)
    expect(isDeeplyFrozen(result)).toBe(true)
    expect(structuredClone(result)).toEqual(result)
  })
})

test('what was frozen by itself is frozen all the way down, circles too', () => {
  const circle: { again?: unknown } = {}
  circle.again = circle
  expect(isDeeplyFrozen(ok(Object.freeze({ list: [{ a: 1 }] })))).toBe(true)
  expect(Object.isFrozen(deepFreeze(Object.freeze({ circle })).circle)).toBe(true)
})

test('a refusal carries the rev only when there is one', () => {
  expect(refuse('busy', 'wait')).toEqual({ status: 'refused', code: 'busy', message: 'wait' })
  expect(refuse('stale', 'gone', { rev: 7 })).toMatchObject({ rev: 7 })
})

test('a note of the person is at most 500 characters', () => {
  const result = cancelled('operator', 'x'.repeat(600))
  expect(result).toEqual({ status: 'cancelled', by: 'operator', note: 'x'.repeat(500) })
  expect(cancelled('signal')).not.toHaveProperty('note')
})

test('a Date, Map or File inside a result is left as it is', () => {
  const date = new Date(0)
  const file = new File(['x'], 'x.txt')
  const frozen = deepFreeze({ date, map: new Map([['a', { b: 1 }]]), file })
  expect(frozen.date.getTime()).toBe(0)
  expect(Object.isFrozen(frozen.map)).toBe(false)
  expect(frozen.file).toBe(file)
})
