import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'

type Messages = Record<string, { message: string }>

const locales = readdirSync('public/_locales')
const read = (locale: string): Messages =>
  JSON.parse(readFileSync(join('public/_locales', locale, 'messages.json'), 'utf8')) as Messages
const english = read('en')

const sources = readdirSync('src', { recursive: true, encoding: 'utf8' })
  .filter((path) => /\.tsx?$/.test(path) && !/\.test\.tsx?$/.test(path))
  .map((path) => readFileSync(join('src', path), 'utf8'))
const code = [...sources, readFileSync('manifest.json', 'utf8')].join('\n')

const substitutionsIn = (text: string): string[] => [...new Set(text.match(/\$\d/g) ?? [])].sort()

describe('texts', () => {
  test('English, Arabic and German are there', () => {
    expect(locales).toEqual(expect.arrayContaining(['ar', 'de', 'en']))
  })

  test.each(locales)('%s has every text, and none that English has not', (locale) => {
    expect(Object.keys(read(locale)).sort()).toEqual(Object.keys(english).sort())
  })

  test.each(locales)('%s leaves no text empty and takes the same substitutions', (locale) => {
    for (const [key, { message }] of Object.entries(read(locale))) {
      expect(message.trim(), key).not.toBe('')
      expect(substitutionsIn(message), key).toEqual(substitutionsIn(english[key]?.message ?? ''))
    }
  })

  test('every text is used somewhere', () => {
    const unused = Object.keys(english).filter(
      (key) => !code.includes(`'${key}'`) && !code.includes(`"${key}"`) && !code.includes(`__MSG_${key}__`),
    )
    expect(unused).toEqual([])
  })

  test('every text that is used is there', () => {
    const used = [
      ...code.matchAll(/\bgetMessage\('(\w+)'/g),
      ...code.matchAll(/\bt\('(\w+)'/g),
      ...code.matchAll(/\bid="(\w+)"\s+parts=/g),
      ...code.matchAll(/__MSG_(\w+)__/g),
    ].map(([, key]) => key ?? '')
    expect(used.length).toBeGreaterThan(100)
    expect(used.filter((key) => !Object.hasOwn(english, key))).toEqual([])
  })
})
