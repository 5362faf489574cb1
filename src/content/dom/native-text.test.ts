import { describe, expect, it } from 'vitest'
import { isSameText } from './native-text.ts'

describe('isSameText', () => {
  it.each([
    ['abc', 'abc'],
    ['5551234567', '(555) 123-4567'],
    ['4111111111111111', '4111 1111 1111 1111'],
    ['01012026', '01/01/2026'],
    ['a\r\nb', 'a\nb'],
    [null, '__/__/____'],
    [null, ''],
  ])('takes %j for kept as %j', (wanted, actual) => {
    expect(isSameText(wanted, actual === '' ? null : actual)).toBe(true)
  })

  it.each([
    ['1500', '15.00'],
    ['1500', '1,500'],
    ['1.5', '15'],
    ['abc', 'ABC'],
    ['abc', 'a b c'],
    ['123', '1234'],
    ['12345', '1234'],
    ['', 'x'],
    [null, '1'],
  ])('takes %j for changed by %j', (wanted, actual) => {
    expect(isSameText(wanted, actual)).toBe(false)
  })
})
