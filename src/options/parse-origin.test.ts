import { describe, expect, test } from 'vitest'
import { parseFileOrigin, parseOrigin } from './parse-origin.ts'
import { parseRule } from './parse-rule.ts'

describe('a typed site', () => {
  test.each([
    ['bistro.example', 'https://bistro.example'],
    ['  https://Bistro.example/menu?a=1 ', 'https://bistro.example'],
    ['http://localhost:8080/x', 'http://localhost:8080'],
    ['https://user:pass@bistro.example', 'https://bistro.example'],
  ])('%s is %s', (typed, origin) => {
    expect(parseOrigin(typed)).toBe(origin)
  })

  test.each(['', '   ', 'chrome://settings', 'javascript:alert(1)', 'file:///etc/passwd', 'a b'])(
    '%j is none',
    (typed) => {
      expect(parseOrigin(typed)).toBeUndefined()
    },
  )

  test('files come over https or from this computer', () => {
    expect(parseFileOrigin('http://files.example')).toBeUndefined()
    expect(parseFileOrigin('files.example')).toBe('https://files.example')
    expect(parseFileOrigin('http://127.0.0.1:9000')).toBe('http://127.0.0.1:9000')
  })
})

test('a rule holds a word', () => {
  expect(parseRule('  Customer number ')).toBe('Customer number')
  expect(parseRule('--')).toBeUndefined()
})
