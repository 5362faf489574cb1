import { describe, expect, test } from 'vitest'
import type { Issue } from './result.ts'
import { closed, issuesOf } from './schema-for-tests.ts'
import type { JsonSchema } from './tool.ts'

describe('an input that does not match', () => {
  test.each<[string, JsonSchema, unknown, Issue]>([
    [
      'names the unknown field and the ones there are',
      closed({ guests: {}, date: {} }),
      { guest: 2 },
      { path: 'guest', message: 'Unknown field `guest`. Fields: guests, date' },
    ],
    [
      'names an unknown field deep inside with its own neighbours',
      closed(
        { rows: { type: 'array', items: { $ref: '#/$defs/row' } } },
        { $defs: { row: closed({ name: {} }) } },
      ),
      { rows: [{ nam: 1 }] },
      { path: 'rows.0.nam', message: 'Unknown field `nam`. Fields: name' },
    ],
    [
      'says where no field is taken',
      closed({}),
      { a: 1 },
      { path: 'a', message: 'Unknown field `a`. No fields are taken here' },
    ],
    [
      'names the missing field',
      closed({ a: {} }, { required: ['a'] }),
      {},
      { path: 'a', message: 'This field is required' },
    ],
    [
      'says the type',
      closed({ a: { type: 'integer' } }),
      { a: 'x' },
      { path: 'a', message: 'Expected integer, got string' },
    ],
    [
      'says the types',
      closed({ a: { type: ['string', 'null'] } }),
      { a: [] },
      { path: 'a', message: 'Expected string or null, got array' },
    ],
    [
      'lists the allowed values',
      closed({ a: { enum: ['x', 2] } }),
      { a: 'y' },
      { path: 'a', message: 'Allowed values: "x", 2' },
    ],
    [
      'lists the allowed values of titled choices',
      closed({
        a: {
          oneOf: [
            { const: 'x', title: 'X' },
            { const: 'y', title: 'Y' },
          ],
        },
      }),
      { a: 'z' },
      { path: 'a', message: 'Allowed values: "x", "y"' },
    ],
    ['says the constant', closed({ a: { const: 1 } }), { a: 2 }, { path: 'a', message: 'Allowed values: 1' }],
    [
      'says that no form fits',
      closed({ a: { anyOf: [{ type: 'string' }, { type: 'integer' }] } }),
      { a: true },
      { path: 'a', message: 'Matches none of the allowed forms' },
    ],
    [
      'says the format',
      closed({ a: { format: 'date' } }),
      { a: '02/28/2026' },
      { path: 'a', message: 'Must be a valid date (yyyy-mm-dd)' },
    ],
    [
      'says any format',
      closed({ a: { format: 'email' } }),
      { a: 'x' },
      { path: 'a', message: 'Must be a valid email' },
    ],
    [
      'says the pattern',
      closed({ a: { pattern: '^x+$' } }),
      { a: 'y' },
      { path: 'a', message: 'Must match the pattern "^x+$"' },
    ],
    [
      'says the least length',
      closed({ a: { minLength: 2 } }),
      { a: 'y' },
      { path: 'a', message: 'Must have at least 2 characters' },
    ],
    [
      'says the most items',
      closed({ a: { maxItems: 1 } }),
      { a: [1, 2] },
      { path: 'a', message: 'Must have at most 1 items' },
    ],
    [
      'says the least fields',
      { type: 'object', minProperties: 1 },
      {},
      { path: '', message: 'Must have at least 1 fields' },
    ],
    [
      'says the least value',
      closed({ a: { minimum: 2 } }),
      { a: 1 },
      { path: 'a', message: 'Must be at least 2' },
    ],
    [
      'says the open lower bound',
      closed({ a: { exclusiveMinimum: 2 } }),
      { a: 2 },
      { path: 'a', message: 'Must be greater than 2' },
    ],
    [
      'says the open upper bound',
      closed({ a: { exclusiveMaximum: 2 } }),
      { a: 2 },
      { path: 'a', message: 'Must be less than 2' },
    ],
    [
      'says the step',
      closed({ a: { multipleOf: 5 } }),
      { a: 3 },
      { path: 'a', message: 'Must be a multiple of 5' },
    ],
    [
      'says that items repeat',
      closed({ a: { uniqueItems: true } }),
      { a: [1, 1] },
      { path: 'a', message: 'Items must differ from each other' },
    ],
    [
      'says that a value is excluded',
      closed({ a: { not: { const: 1 } } }),
      { a: 1 },
      { path: 'a', message: 'This value is not allowed' },
    ],
    ['is not an object', closed({}), 'text', { path: '', message: 'Expected object, got string' }],
    ['is an array', closed({}), [], { path: '', message: 'Expected object, got array' }],
    ['is null', closed({}), null, { path: '', message: 'Expected object, got null' }],
    [
      'has a key with a slash and a tilde',
      closed({ 'a/b~c': { type: 'string' } }),
      { 'a/b~c': 1 },
      { path: 'a/b~c', message: 'Expected string, got number' },
    ],
  ])('%s', async (_says, schema, input, issue) => {
    expect(await issuesOf(schema, input)).toEqual([issue])
  })

  test('gives one issue per problem', async () => {
    const schema = closed({ a: { type: 'string' }, b: { minimum: 1 } }, { required: ['c'] })
    expect((await issuesOf(schema, { a: 1, b: 0, d: 1 })).map(({ path }) => path).toSorted()).toEqual([
      'a',
      'b',
      'c',
      'd',
    ])
  })

  test('gives at most 50', async () => {
    expect(
      await issuesOf(
        { items: { type: 'string' } },
        Array.from({ length: 80 }, () => 1),
      ),
    ).toHaveLength(50)
  })
})
