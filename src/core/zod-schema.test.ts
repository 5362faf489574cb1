import { describe, expect, test, vi } from 'vitest'
import * as z from 'zod/mini'
import { createSchemaCheck } from './schema-validation.ts'
import { readAnySchema } from './zod-schema.ts'

const unexpected = (cause: unknown): never => {
  throw new Error('unexpected', { cause })
}

describe('a zod schema', () => {
  const schema = z.strictObject({
    guests: z.int(),
    at: z.optional(z.string()),
    note: z.prefault(z.string(), 'none'),
  })

  test('gives the tool its output', async () => {
    expect(await readAnySchema(schema, unexpected).validate({ guests: 2 })).toEqual({
      value: { guests: 2, note: 'none' },
    })
  })

  test('takes nothing for the empty object, and null for null', async () => {
    const check = readAnySchema(z.object({}), unexpected)
    expect(await check.validate(undefined)).toEqual({ value: {} })
    expect(await check.validate(null)).toHaveProperty('issues')
  })

  test('gives issues with dot paths, unknown fields one by one', async () => {
    const nested = z.object({ rows: z.array(schema) })
    const checked = await readAnySchema(nested, unexpected).validate({
      rows: [{ guests: 'x', a: 1, b: 2 }],
    })
    expect('issues' in checked && checked.issues.map(({ path }) => path).toSorted()).toEqual([
      'rows.0.a',
      'rows.0.b',
      'rows.0.guests',
    ])
  })

  test('shows its JSON Schema', () => {
    expect(readAnySchema(schema, unexpected).jsonSchema).toMatchObject({
      type: 'object',
      additionalProperties: false,
      required: ['guests'],
    })
  })

  test('that cannot be converted is trouble, and still validates', async () => {
    const onTrouble = vi.fn()
    const check = readAnySchema(z.object({ at: z.date() }), onTrouble)
    expect(onTrouble).toHaveBeenCalled()
    expect(check.jsonSchema).toEqual({ type: 'object' })
    expect(await check.validate({ at: new Date(0) })).toEqual({ value: { at: new Date(0) } })
  })

  test('that throws lets nothing through', async () => {
    const onTrouble = vi.fn()
    const check = readAnySchema(
      z.object({}).check(() => unexpected('boom')),
      onTrouble,
    )
    expect(await check.validate({})).toHaveProperty('issues')
    expect(onTrouble).toHaveBeenCalled()
  })

  test('is refused where no reader for it was given, and lets nothing through', async () => {
    const onTrouble = vi.fn()
    const check = createSchemaCheck(schema, onTrouble)
    expect(onTrouble).toHaveBeenCalled()
    expect(await check.validate({ guests: 2 })).toHaveProperty('issues')
  })
})
