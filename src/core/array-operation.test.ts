import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { isArrayOperation, nextArray, takesArrayOperations, withArrayOperations } from './array-operation.ts'
import { findBoundsIssues } from './input-bounds.ts'
import { createSchemaCheck } from './schema-validation.ts'

const unexpected = (cause: unknown): never => {
  throw new Error('unexpected', { cause })
}

describe('what a list becomes', () => {
  test.each<[string, unknown, unknown[]]>([
    ['an array replaces it', ['x'], ['x']],
    ['null empties it', null, []],
    ['$append adds at the end', { $append: ['d', 'e'] }, ['a', 'b', 'c', 'd', 'e']],
    ['$remove takes away by position', { $remove: [2, 0] }, ['b']],
    [
      'both: positions are those before anything was added',
      { $append: ['d'], $remove: [2] },
      ['a', 'b', 'd'],
    ],
  ])('%s', (_what, given, value) => {
    expect(nextArray(['a', 'b', 'c'], given)).toEqual({ value })
  })

  test.each<[string, unknown[], unknown, { path: string; message: string }]>([
    [
      'a position past the end is an issue that says the positions',
      ['a', 'b'],
      { $remove: [2] },
      { path: 'tags.$remove.0', message: 'There is no item at 2. Positions now: 0 to 1' },
    ],
    [
      'a negative position is an issue',
      ['a'],
      { $remove: [-1] },
      { path: 'tags.$remove.0', message: 'There is no item at -1. Positions now: 0 to 0' },
    ],
    [
      'nothing can be taken from an empty list',
      [],
      { $append: ['x'], $remove: [0] },
      { path: 'tags.$remove.0', message: 'There is no item at 0. The list is empty' },
    ],
    [
      'a position named twice is an issue',
      ['a', 'b'],
      { $remove: [1, 1] },
      { path: 'tags.$remove.1', message: 'This position is named twice' },
    ],
    [
      'another object is an issue',
      ['a'],
      { $set: ['x'] },
      { path: 'tags', message: 'Expected an array, or an object with `$append`, `$remove` or both' },
    ],
  ])('%s', (_what, current, given, issue) => {
    expect(nextArray(current, given, 'tags')).toEqual({ issues: [issue] })
  })

  test('is another array than before, which stays as it was', () => {
    const current = ['a']
    nextArray(current, { $append: ['b'], $remove: [0] })
    expect(current).toEqual(['a'])
  })
})

test('any JSON for any list gives a list or issues, never throws and pollutes nothing', () => {
  const operation = fc.record(
    {
      $append: fc.array(fc.jsonValue()),
      $remove: fc.array(fc.oneof(fc.integer({ min: -2, max: 6 }), fc.jsonValue())),
    },
    { requiredKeys: [] },
  )
  fc.assert(
    fc.property(fc.array(fc.jsonValue()), fc.oneof(fc.jsonValue(), operation), (current, given) => {
      const next = nextArray(current, given, 'at')
      expect(Object.keys(Object.prototype)).toEqual([])
      if ('issues' in next) expect(next.issues.length).toBeGreaterThan(0)
      else if (isArrayOperation(given)) {
        const { $append = [], $remove = [] } = given
        const kept = current.filter((_item, index) => !$remove.includes(index))
        expect(next.value).toEqual([...kept, ...$append])
      } else expect(next.value).toEqual(given ?? [])
    }),
  )
})

describe('the schema of a list that takes operations', () => {
  const titled = {
    enum: ['a', 'b'],
    oneOf: [
      { const: 'a', title: 'A' },
      { const: 'b', title: 'B' },
    ],
  }
  const schema = withArrayOperations({ title: 'Tags', uniqueItems: true, items: titled })
  const check = createSchemaCheck({ type: 'object', properties: { tags: schema } }, unexpected)
  const issuesOf = async (tags: unknown) => {
    const checked = await check.validate({ tags })
    return 'issues' in checked ? checked.issues : []
  }

  test('is known by it, and lists titles once', () => {
    expect(takesArrayOperations(schema)).toBe(true)
    expect(takesArrayOperations({ type: 'array', items: titled })).toBe(false)
    expect(schema).toMatchObject({ title: 'Tags', properties: { $append: { items: { enum: ['a', 'b'] } } } })
    expect(JSON.stringify(schema).match(/"title":"A"/g)).toHaveLength(1)
  })

  test.each([
    [['a']],
    [[]],
    [null],
    [{ $append: ['b'] }],
    [{ $remove: [0, 2] }],
    [{ $append: ['a'], $remove: [1] }],
  ])('lets %j through', async (tags) => {
    expect(await issuesOf(tags)).toEqual([])
  })

  test.each<[string, unknown, string]>([
    ['another item', ['c'], 'tags.0'],
    ['an unknown operation', { $set: ['a'] }, 'tags.$set'],
    ['no operation', {}, 'tags'],
    ['another item to add', { $append: ['c'] }, 'tags.$append.0'],
    ['one value instead of a list', { $append: 'a' }, 'tags.$append'],
    ['a position that is none', { $remove: [1.5] }, 'tags.$remove.0'],
    ['a negative position', { $remove: [-1] }, 'tags.$remove.0'],
    ['a position twice', { $remove: [1, 1] }, 'tags.$remove'],
    ['a text', 'a', 'tags'],
  ])('refuses %s at its place', async (_what, tags, path) => {
    expect((await issuesOf(tags)).map((issue) => issue.path)).toContain(path)
  })

  test('keys that reach a prototype are refused within operations as everywhere', () => {
    expect(findBoundsIssues({ tags: { $append: [JSON.parse('{"__proto__":1}')] } })).toEqual([
      { path: 'tags.$append.0.__proto__', message: 'The key `__proto__` is not allowed' },
    ])
  })
})
