import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { restorePlaceholders } from './placeholder.ts'
import { createRedactor, redacted } from './redaction.ts'

const shownOf = (original: unknown): unknown =>
  createRedactor({ kind: 'page', fields: [], sensitivePaths: [], rules: [], inputs: [original] }).value(
    original,
  ).value

const restore = (original: unknown, edit: (shown: never) => unknown) => {
  const shown = shownOf(original)
  const edited = edit(structuredClone(shown) as never)
  return restorePlaceholders({ original, shown, edited })
}

const login = { user: 'ann', password: 'hunter2', note: 'hi', nested: { pin: 1234, colour: 'red' } }
const rows = {
  title: 't',
  rows: [
    { name: 'a', password: 'one' },
    { name: 'b', password: 'two' },
  ],
}
type Rows = typeof rows

describe('a placeholder left as it is', () => {
  test('gets its real value back, and edits beside it count', () => {
    expect(
      restore(login, (shown: typeof login) => ({
        ...shown,
        note: 'changed',
        nested: { ...shown.nested, colour: 'blue' },
      })),
    ).toEqual({
      input: { ...login, note: 'changed', nested: { pin: 1234, colour: 'blue' } },
      edited: ['note', 'nested.colour'],
    })
  })

  test('gets it back inside a list that nobody touched', () => {
    expect(restore(rows, (shown: Rows) => ({ ...shown, title: 'x' }))).toEqual({
      input: { ...rows, title: 'x' },
      edited: ['title'],
    })
  })

  test('restores a text of which only a part was hidden', () => {
    const original = { link: 'https://u:p@x.example/', to: 'Ann' }
    expect(restore(original, (shown: typeof original) => ({ ...shown, to: 'Bob' }))).toEqual({
      input: { ...original, to: 'Bob' },
      edited: ['to'],
    })
  })
})

describe('what the person types', () => {
  test('replaces a hidden value', () => {
    expect(restore(login, (shown: typeof login) => ({ ...shown, password: 'new' }))).toEqual({
      input: { ...login, password: 'new' },
      edited: ['password'],
    })
  })

  test('may leave a key out or add one', () => {
    expect(restore(login, ({ user, ...rest }: typeof login) => ({ ...rest, more: user }))).toEqual({
      input: { password: 'hunter2', note: 'hi', nested: login.nested, more: 'ann' },
      edited: ['more', 'user'],
    })
  })

  test('may be a list without hidden values', () => {
    expect(
      restore({ tags: ['a', 'b'], password: 'x1y2' }, () => ({ tags: ['b'], password: redacted })),
    ).toEqual({
      input: { tags: ['b'], password: 'x1y2' },
      edited: ['tags'],
    })
  })
})

describe('a placeholder that cannot be matched without doubt is not restored', () => {
  test.each<[string, unknown, (shown: never) => unknown, string[]]>([
    [
      'a row was deleted',
      rows,
      (shown: Rows) => ({ ...shown, rows: shown.rows.slice(1) }),
      ['rows.0.password'],
    ],
    [
      'a row was inserted',
      rows,
      (shown: Rows) => ({ ...shown, rows: [{ name: 'new' }, ...shown.rows] }),
      ['rows.1.password', 'rows.2.password'],
    ],
    [
      'rows were reordered',
      rows,
      (shown: Rows) => ({ ...shown, rows: shown.rows.toReversed() }),
      ['rows.0.password', 'rows.1.password'],
    ],
    [
      'a row was edited',
      rows,
      (shown: Rows) => ({ ...shown, rows: [{ ...shown.rows[0], name: 'z' }, shown.rows[1]] }),
      ['rows.0.password', 'rows.1.password'],
    ],
    [
      'a key was renamed',
      login,
      ({ password, ...rest }: typeof login) => ({ ...rest, secretWord: password }),
      ['secretWord'],
    ],
    [
      'a key was moved',
      login,
      ({ password, ...rest }: typeof login) => ({ ...rest, nested: { ...rest.nested, password } }),
      ['nested.password'],
    ],
    [
      'it was copied into another field',
      login,
      (shown: typeof login) => ({ ...shown, note: redacted }),
      ['note'],
    ],
    [
      'it became a part of a text',
      login,
      (shown: typeof login) => ({ ...shown, password: `x${redacted}` }),
      ['password'],
    ],
    ['the whole became a list', login, (shown: typeof login) => [shown], ['0.password', '0.nested.pin']],
    ['it became a key', login, (shown: typeof login) => ({ ...shown, note: { [redacted]: 1 } }), ['note']],
  ])('%s', (_what, original, edit, paths) => {
    const restored = restore(original, edit)
    expect('issues' in restored && restored.issues.map(({ path }) => path)).toEqual(paths)
  })
})

const leaf = fc.oneof(fc.string(), fc.integer(), fc.constantFrom(redacted, null))
const tree = fc.letrec((tie) => ({
  node: fc.oneof(
    { depthSize: 'small' },
    leaf,
    fc.array(tie('node'), { maxLength: 3 }),
    fc.dictionary(fc.constantFrom('password', 'pin', 'name', 'rows', 'x'), tie('node')),
  ),
})).node

/** Every place of a value at which a placeholder stands. */
function placeholdersIn(value: unknown, path: string[] = []): string[] {
  if (typeof value === 'string') return value.includes(redacted) ? [path.join('.')] : []
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([key, child]) => placeholdersIn(child, [...path, key]))
}

test('restoring gives the exact original or nothing, whatever was edited', () => {
  fc.assert(
    fc.property(tree, tree, (original, edited) => {
      fc.pre(placeholdersIn(original).length === 0)
      const shown = shownOf(original)
      expect(restorePlaceholders({ original, shown, edited: structuredClone(shown) })).toEqual({
        input: original,
        edited: [],
      })
      const restored = restorePlaceholders({ original, shown, edited })
      if ('issues' in restored) {
        expect(restored.issues.length).toBeGreaterThan(0)
        return
      }
      expect(placeholdersIn(restored.input)).toEqual([])
    }),
  )
})
