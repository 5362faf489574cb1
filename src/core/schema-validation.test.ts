import * as fc from 'fast-check'
import { describe, expect, test, vi } from 'vitest'
import { closed, issuesOf, unexpected } from './schema-for-tests.ts'
import { createSchemaCheck } from './schema-validation.ts'
import type { JsonSchema } from './tool.ts'

describe('an input that matches', () => {
  test('is given as it is; a missing one counts as the empty object', async () => {
    const check = createSchemaCheck(closed({ a: {} }), unexpected)
    expect(await check.validate({ a: [1] })).toEqual({ value: { a: [1] } })
    expect(await check.validate(undefined)).toEqual({ value: {} })
    expect(await createSchemaCheck(undefined, unexpected).validate({ any: 1 })).toEqual({ value: { any: 1 } })
  })

  test('may use all of draft 2020-12', async () => {
    const schema = closed(
      { kind: {}, list: { prefixItems: [{ type: 'string' }], items: { type: 'number' } } },
      {
        if: { properties: { kind: { const: 'a' } } },
        else: { required: ['list'] },
        dependentRequired: { list: ['kind'] },
      },
    )
    expect(await issuesOf(schema, { kind: 'a' })).toEqual([])
    expect((await issuesOf(schema, { kind: 'b' })).map(({ path }) => path)).toEqual(['list'])
    expect((await issuesOf(schema, { kind: 'b', list: ['x', 'y'] })).map(({ path }) => path)).toEqual([
      'list.1',
    ])
  })
})

describe("a page's odd schema", () => {
  test.each<[string, JsonSchema, unknown, unknown]>([
    ['remote $ref', { properties: { a: { $ref: 'https://x.example/s.json' } } }, { a: 1 }, { a: 1 }],
    ['$ref to nowhere', { properties: { a: { $ref: '#/$defs/none' } } }, { a: 1 }, { a: 1 }],
    [
      '$id that is no address',
      { $id: 'http://[', properties: { a: { $id: ':::', type: 'integer' } } },
      { a: 1 },
      { a: 'x' },
    ],
    ['booleans as schemas', { properties: { a: true, b: false } }, { a: 1 }, { b: 1 }],
    ['top-level oneOf', { oneOf: [{ required: ['a'] }, { required: ['b'] }] }, { a: 1 }, { a: 1, b: 1 }],
    [
      'a property called id, pattern or $ref',
      { oneOf: [{ properties: { id: { type: 'string' }, pattern: {}, $ref: {} }, required: ['id'] }] },
      { id: 'x' },
      { id: 1 },
    ],
  ])('with %s is used as far as it goes', async (_what, schema, good, other) => {
    expect(await issuesOf(schema, good)).toEqual([])
    const isCaught = (await issuesOf(schema, other)).length > 0
    expect(isCaught).toBe(other !== good && JSON.stringify(other) !== JSON.stringify(good))
  })

  test('that runs in circles is said to be trouble and takes any object', async () => {
    const onTrouble = vi.fn()
    const check = createSchemaCheck({ allOf: [{ $ref: '#' }] }, onTrouble)
    expect(await check.validate({ a: 1 })).toEqual({ value: { a: 1 } })
    expect(await check.validate([])).toEqual({ issues: [{ path: '', message: 'Expected an object' }] })
    expect(onTrouble).toHaveBeenCalled()
  })

  test('that is no object at all takes any object', async () => {
    const check = createSchemaCheck('nonsense' as unknown as JsonSchema, unexpected)
    expect(await check.validate({ a: 1 })).toEqual({ value: { a: 1 } })
  })
})

describe('a pattern', () => {
  test('that could run for ever is not run', async () => {
    const schema = closed({ a: { pattern: '^(a+)+$' } })
    const started = performance.now()
    expect(await issuesOf(schema, { a: `${'a'.repeat(60)}!` })).toEqual([])
    expect(performance.now() - started).toBeLessThan(1000)
  })

  test('is run on strings of at most 10,000 characters', async () => {
    const schema = closed({ a: { pattern: '^x*$' }, b: { type: 'string' } })
    expect(await issuesOf(schema, { a: 'y'.repeat(10_000) })).toHaveLength(1)
    expect(await issuesOf(schema, { a: 'y'.repeat(10_001) })).toEqual([])
    expect(await issuesOf(schema, { a: 'y'.repeat(10_001), b: 1 })).toEqual([
      { path: 'b', message: 'Expected string, got number' },
    ])
  })

  test('that is left out never makes the check stricter', async () => {
    const evil = '^(a+)+$'
    const schema = closed(
      { not: { not: { pattern: evil } }, one: { oneOf: [{ pattern: evil }, { type: 'string' }] } },
      {
        patternProperties: { [evil]: { type: 'string' } },
        if: { properties: { not: { pattern: evil } } },
        else: false,
      },
    )
    expect(await issuesOf(schema, { not: 'b', one: 'b', other: 1 })).toEqual([])
  })

  test('that is left out never makes a key or item unevaluated', async () => {
    const evil = '^(a+)+$'
    const unknowing: JsonSchema[] = [
      { oneOf: [{ properties: { a: { pattern: evil } } }] },
      { allOf: [{ oneOf: [{ $ref: '#/$defs/a' }] }], $defs: { a: { properties: { a: {} } } } },
      { allOf: [{ $ref: 'https://schemas.example/a' }] },
      { $dynamicRef: '#a' },
      { allOf: [{ patternProperties: { [evil]: {} } }] },
    ]
    for (const schema of unknowing) {
      expect(await issuesOf({ type: 'object', unevaluatedProperties: false, ...schema }, { a: 'b' })).toEqual(
        [],
      )
    }
    const items = { type: 'array', contains: { pattern: evil }, unevaluatedItems: false }
    expect(await issuesOf(closed({ items }), { items: ['b'] })).toEqual([])
    const whole = { unevaluatedProperties: false, allOf: [{ properties: { a: {} } }] }
    expect(await issuesOf(whole, { a: 1, b: 1 })).toMatchObject([{ path: 'b' }])
  })

  test('of keys is checked, and other keys stay closed', async () => {
    const schema: JsonSchema = {
      patternProperties: { '^x-': { type: 'string' } },
      additionalProperties: false,
    }
    expect(await issuesOf(schema, { 'x-a': 'ok' })).toEqual([])
    expect(await issuesOf(schema, { 'x-a': 1 })).toEqual([
      { path: 'x-a', message: 'Expected string, got number' },
    ])
    expect(await issuesOf(schema, { y: 1 })).toHaveLength(1)
  })
})

test('no JSON input makes validation throw or pollutes a prototype', async () => {
  const schema = closed(
    { a: { type: 'array', items: { enum: [1, 'x'] } }, b: { $ref: '#' } },
    { patternProperties: { '^x': { minLength: 2 } } },
  )
  const check = createSchemaCheck(schema, unexpected)
  await fc.assert(
    fc.asyncProperty(fc.jsonValue(), async (input) => {
      const checked = await check.validate(input)
      expect('value' in checked || checked.issues.length > 0).toBe(true)
      expect(Object.keys(Object.prototype)).toEqual([])
    }),
  )
})
