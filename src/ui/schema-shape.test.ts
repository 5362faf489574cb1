import { describe, expect, test } from 'vitest'
import { withArrayOperations } from '../core/array-operation.ts'
import { initialValue, shapeOf } from './schema-shape.ts'
import { withKey } from './schema-field.tsx'

const shape = (schema: Record<string, unknown>, value?: unknown) => shapeOf(schema, schema, value)

const textual = (schema: Record<string, unknown>) => shape({ type: ['string', 'null'], ...schema }).shape

describe('how a place of an input is edited', () => {
  test('a nullable text is a text that can be emptied', () => {
    expect(shape({ type: ['string', 'null'] })).toMatchObject({ isNullable: true, shape: { kind: 'text' } })
    expect(shape({ anyOf: [{ type: 'integer', minimum: 1 }, { type: 'null' }] })).toMatchObject({
      isNullable: true,
      shape: { kind: 'number', isWhole: true, min: 1 },
    })
  })

  test('dates and times of a form have the browser’s own controls, with their bounds', () => {
    expect(textual({ format: 'date', formatMinimum: '2026-12-01' })).toMatchObject({
      input: 'date',
      min: '2026-12-01',
    })
    expect(textual({ format: 'local-time', formatMaximum: '22:00' })).toMatchObject({
      input: 'time',
      max: '22:00',
    })
    expect(textual({ format: 'local-date-time' })).toMatchObject({ input: 'datetime-local' })
    expect(textual({ format: 'month' })).toMatchObject({ input: 'month' })
    expect(textual({ format: 'week' })).toMatchObject({ input: 'week' })
  })

  test('what a page proposes for a text can be picked', () => {
    expect(shape({ type: 'string', examples: ['Window', 4] }).shape).toMatchObject({
      kind: 'text',
      suggestions: ['Window'],
    })
  })

  test('choices keep their titles and types', () => {
    expect(shape({ oneOf: [{ const: 1, title: 'One' }, { const: 'two' }] }).shape).toEqual({
      kind: 'choice',
      choices: [
        { value: 1, label: 'One' },
        { value: 'two', label: 'two' },
      ],
    })
  })

  test('a list of unique choices is a set of checks', () => {
    const schema = { type: 'array', uniqueItems: true, items: { enum: ['a', 'b'] } }
    expect(shape(schema).shape.kind).toBe('choices')
  })

  test('a list that takes operations is edited as what was sent: the list, or the operations', () => {
    const schema = withArrayOperations({ uniqueItems: true, items: { enum: ['a', 'b'] } })
    expect(shape(schema, ['a']).shape.kind).toBe('choices')
    expect(shape(schema).shape.kind).toBe('choices')
    expect(shape(schema, { $append: ['a'] }).shape).toMatchObject({
      kind: 'fields',
      fields: [{ key: '$append' }, { key: '$remove' }],
    })
  })

  test('local references and allOf are followed', () => {
    const root = {
      $defs: { person: { type: 'object', properties: { name: { type: 'string' } }, required: ['name'] } },
      allOf: [{ $ref: '#/$defs/person' }, { properties: { age: { type: 'integer' } } }],
    }
    const { shape: found } = shapeOf(root, root, undefined)
    expect(found).toMatchObject({
      kind: 'fields',
      fields: [{ key: 'age' }, { key: 'name', isRequired: true }],
    })
  })

  test('a reference to itself ends', () => {
    const root = { $ref: '#' }
    expect(shapeOf(root, root, undefined).shape.kind).toBe('json')
  })

  test('where the schema says nothing, the value does', () => {
    expect(shape({}, 'text').shape.kind).toBe('text')
    expect(shape({}, { a: 1 }).shape).toMatchObject({ kind: 'fields', fields: [{ key: 'a' }] })
    expect(shape({}).shape.kind).toBe('json')
  })

  test('keys that the schema does not list are shown too', () => {
    const schema = { type: 'object', properties: { a: {} } }
    expect(shape(schema, { a: 1, b: 2 }).shape).toMatchObject({ fields: [{ key: 'a' }, { key: 'b' }] })
  })

  test('a new item starts with what is required', () => {
    const item = {
      type: 'object',
      properties: { name: { type: 'string' }, note: { type: 'string' } },
      required: ['name'],
    }
    expect(initialValue(item, item)).toEqual({ name: '' })
  })
})

describe('a changed key', () => {
  test('stays in its place, and goes when it is left out', () => {
    expect(Object.entries(withKey({ a: 1, b: 2 }, 'a', 3))).toEqual([
      ['a', 3],
      ['b', 2],
    ])
    expect(withKey({ a: 1, b: 2 }, 'a', undefined)).toEqual({ b: 2 })
    expect(withKey({ a: 1 }, 'b', null)).toEqual({ a: 1, b: null })
  })
})
