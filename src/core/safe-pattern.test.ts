import { describe, expect, test } from 'vitest'
import { isSafePattern } from './safe-pattern.ts'

describe('a pattern that forms use every day is run', () => {
  test.each([
    '^[^@\\s]+@[^@\\s]+\\.[^@\\s]+$',
    '^\\d{4}-\\d{2}-\\d{2}$',
    '^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$',
    '^[A-Z]{2}\\d{2}[A-Z0-9]{1,30}$',
    '^\\+?[0-9 ()-]{6,20}$',
    '^(?=.*[A-Z])(?=.*\\d).{8,}$',
    '^(?:[a-z0-9]+\\.)+[a-z]{2,}$',
    '^[a-z]+(?:-[a-z]+)*$',
    '^(yes|no|maybe)$',
    '\\d+',
    '^.*foo.*$',
    '^\\p{L}[\\p{L} ]*$',
    '[A-Za-z]{3}',
    '^$',
    '^(?<year>\\d{4})\\u002d\\x30\\cA?\\b$',
  ])('%s', (pattern) => {
    expect(isSafePattern(pattern)).toBe(true)
  })
})

describe('a pattern that can run for ever is not', () => {
  test.each([
    '(a+)+$',
    '^(a|a)*$',
    '^(a|aa)+$',
    '^([a-z]+)*@$',
    '^(\\w+\\s?)*$',
    '^(?:[a-z0-9]+-?)*[a-z]$',
    '(x+x+)+y',
    '^(a?){20}a{20}$',
    '^(.*)*$',
    '.*.*.*=.*',
    '^(?:a?){30}$',
    '^(?=(a+)+b)a',
    '^(?=.*a.*a.*a)x',
    '(\\d+)\\1',
    '(?<=a+)b',
    '^(?:\\d|[0-9])*$',
    '^[a-z]{1,121}(?:x{121}){121}$',
    `^${'a?'.repeat(60)}$`,
    'a'.repeat(501),
    '[',
    '(',
  ])('%s', (pattern) => {
    expect(isSafePattern(pattern)).toBe(false)
  })
})

test('what is judged safe ends soon on the texts that are worst for it', () => {
  for (const pattern of [
    '^[^@\\s]+@[^@\\s]+\\.[^@\\s]+$',
    '\\d+$',
    '^.*foo.*$',
    '^(?:[a-z0-9]+\\.)+[a-z]{2,}$',
  ]) {
    expect(isSafePattern(pattern)).toBe(true)
    const started = performance.now()
    for (const unit of ['a', '1', 'a.', '.', '@a.', 'foo'])
      new RegExp(pattern, 'u').test(`${unit.repeat(10_000 / unit.length)}\n`)
    expect(performance.now() - started).toBeLessThan(3000)
  }
})
