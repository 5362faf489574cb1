import { describe, expect, test } from 'vitest'
import { withArrayOperations } from './array-operation.ts'
import { paramsSignature } from './params-signature.ts'
import { takesFreeText } from './schema-fields.ts'
import { shownSchema } from './shown-schema.ts'
import type { JsonSchema } from './tool.ts'

const objectOf = (properties: Record<string, unknown>, required: string[] = []): JsonSchema => ({
  type: 'object',
  properties,
  required,
  additionalProperties: false,
})

describe('the signature of an input', () => {
  test('is compact and says what is optional', () => {
    const schema = objectOf(
      {
        name: { type: 'string' },
        guests: { enum: [1, 2, 3, 4, 5, 6] },
        time: { type: 'string', format: 'time' },
      },
      ['name', 'guests'],
    )
    expect(paramsSignature(schema)).toBe('name: string, guests: 1|2|3|4|5|6, time?: time')
  })

  test.each<[unknown, string]>([
    [
      { enum: ['window', 'by the bar', 'a|b', 'true', null, true] },
      'window|by the bar|"a|b"|"true"|null|true',
    ],
    [{ oneOf: [{ const: 'a', title: 'A' }, { const: 'b' }] }, 'a|b'],
    [{ anyOf: [{ type: 'string' }, { type: 'null' }] }, 'string|null'],
    [{ type: ['string', 'null'] }, 'string|null'],
    [{ type: 'array', items: { enum: [1, 2] } }, '(1|2)[]'],
    [{ type: 'array', items: { type: 'string' } }, 'string[]'],
    [{ type: 'array' }, 'any[]'],
    [withArrayOperations({ items: { enum: ['a', 'b'] } }), '(a|b)[]|null'],
    [objectOf({ a: { type: 'boolean' } }), '{ a?: boolean }'],
    [{ type: 'object' }, 'object'],
    [{ 'x-countersign-file': {}, type: 'object' }, 'file'],
    [{ $ref: '#/properties/other' }, 'integer'],
    [{ $ref: '#' }, '{ p?: { p?: any, other?: any }, other?: integer }'],
    [{ enum: Array.from({ length: 40 }, (_, i) => i) }, '0|1|2|3|4|5|6|7|8|9|10|11|… (40)'],
    [true, 'any'],
    [{}, 'any'],
  ])('writes %j as %s', (property, written) => {
    expect(paramsSignature(objectOf({ p: property, other: { type: 'integer' } }))).toBe(
      `p?: ${written}, other?: integer`,
    )
  })

  test('is absent where there is nothing to say, and bounded where there is too much', () => {
    expect(paramsSignature({ type: 'object' })).toBeUndefined()
    const many = objectOf(
      Object.fromEntries(Array.from({ length: 10_000 }, (_, i) => [`field${i}`, { type: 'string' }])),
    )
    expect(paramsSignature(many)?.length).toBeLessThanOrEqual(1000)
  })

  test('shows no invisible characters', () => {
    expect(paramsSignature(objectOf({ 'a\u202Eb': { enum: ['x\u200By'] } }))).toBe('ab?: "xy"')
  })
})

describe('whether an input takes free text', () => {
  test.each<[JsonSchema, boolean]>([
    [objectOf({ a: { type: 'string' } }), true],
    [objectOf({ a: { enum: ['x'] }, b: { type: 'boolean' }, c: { type: 'number' } }), false],
    [objectOf({ a: { type: 'string', enum: ['x'] } }), false],
    [objectOf({ a: {} }), true],
    [{ type: 'object' }, true],
    [{ type: 'object', additionalProperties: true }, true],
    [objectOf({ a: { type: 'array' } }), true],
    [objectOf({ a: { type: 'array', items: { type: 'integer' } } }), false],
    [objectOf({ a: { oneOf: [{ const: 'x' }, { type: 'null' }] } }), false],
    [objectOf({ a: { $ref: '#/$defs/t' } }), false],
    [{ ...objectOf({ a: { $ref: '#/$defs/t' } }), $defs: { t: { type: ['string', 'null'] } } }, true],
    [objectOf({}), false],
  ])('%j: %s', (schema, expected) => {
    expect(takesFreeText(schema)).toBe(expected)
  })
})

describe('a schema for an agent', () => {
  test('is shown up to 32 KiB and 32 levels, else as an object with a note', () => {
    const small = objectOf({ a: { type: 'string' } })
    expect(shownSchema(small)).toEqual(small)
    const large = objectOf({ a: { description: 'x'.repeat(33 * 1024) } })
    expect(shownSchema(large)).toMatchObject({
      type: 'object',
      description: expect.stringContaining('larger than 32768 bytes'),
    })
    const deep = Array.from({ length: 40 }).reduce<JsonSchema>((inner) => ({ items: inner }), {})
    expect(shownSchema(deep)).toMatchObject({
      type: 'object',
      description: expect.stringContaining('32 levels'),
    })
    expect(shownSchema({ default: 1n })).toMatchObject({
      type: 'object',
      description: expect.stringContaining('cannot be shown'),
    })
  })
})
