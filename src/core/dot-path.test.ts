import { expect, test } from 'vitest'
import { coversPath, findAtPath, joinPath } from './dot-path.ts'

test('paths are joined by dots from the root', () => {
  expect(joinPath('', 'a')).toBe('a')
  expect(joinPath('a', 0)).toBe('a.0')
})

test.each([
  ['a.b', 'a.b', true],
  ['a', 'a.b.c', true],
  ['a.*.c', 'a.0.c', true],
  ['a.*', 'a', false],
  ['', 'anything', true],
  ['a.b', 'a.bc', false],
  ['user.email', 'user.email', true],
])('%s covers %s: %s', (pattern, path, expected) => {
  expect(coversPath(pattern, path)).toBe(expected)
})

test('a value is found by its path, also below keys that contain dots', () => {
  const value = { rows: [{ name: 'x' }], 'user.email': 'e', user: { name: 'n' }, a: { 'b.c': { d: 1 } } }
  expect(findAtPath(value, '')).toBe(value)
  expect(findAtPath(value, 'rows.0.name')).toBe('x')
  expect(findAtPath(value, 'user.email')).toBe('e')
  expect(findAtPath(value, 'a.b.c.d')).toBe(1)
  expect(findAtPath(value, 'rows.1.name')).toBeUndefined()
  expect(findAtPath('text', 'length')).toBeUndefined()
})
