import { describe, expect, test } from 'vitest'
import { isOneScript, toOriginText } from './origin-text.ts'

describe('an origin as a person reads it', () => {
  test.each([
    ['https://bistro.example', 'bistro.example'],
    ['https://bistro.example:8443', 'bistro.example:8443'],
    ['http://localhost:8080', 'http://localhost:8080'],
    ['https://xn--bcher-kva.example', 'bücher.example'],
    ['https://xn--mgbh0fb.xn--kgbechtv', 'مثال.إختبار'],
    ['https://xn--fsqu00a.xn--0zwm56d:444', '例子.测试:444'],
    ['null', 'null'],
  ])('%s reads %s', (origin, text) => {
    expect(toOriginText(origin)).toBe(text)
  })

  test.each([
    [
      'a name in Cyrillic letters that look like Latin ones',
      'https://xn--80ak6aa92e.com',
      'xn--80ak6aa92e.com',
    ],
    ['a name that mixes Latin and Cyrillic', 'https://xn--pple-43d.com', 'xn--pple-43d.com'],
    ['a name that cannot be decoded', 'https://xn--99999999999.com', 'xn--99999999999.com'],
  ])('%s stays in punycode', (_, origin, text) => {
    expect(toOriginText(origin)).toBe(text)
  })

  test('only scripts that are written together count as one', () => {
    expect(isOneScript('東京tokyoタワー')).toBe(true)
    expect(isOneScript('pаypal')).toBe(false)
    expect(isOneScript('αbc')).toBe(false)
    expect(isOneScript('ᏣᎳᎩ')).toBe(false)
  })
})
