import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import * as z from 'zod/mini'
import { agentEventSchema, answerMessageSchema, requestMessageSchema } from './agent-link.ts'
import { fromAgentSchema, fromBrowserSchema } from './agent-link-handshake.ts'
import { fromHubSchema, toHubSchema } from './agent-link-hub.ts'
import { isWithinDepth, parseMessage } from './agent-link-json.ts'

const nested = (levels: number): string => '['.repeat(levels) + ']'.repeat(levels)

describe('parsing a message of the link', () => {
  test('bounds length and depth before it builds anything', () => {
    expect(parseMessage('{"a":1}', z.object({ a: z.number() }), 7)).toEqual({ a: 1 })
    expect(parseMessage('{"a":1}', z.object({ a: z.number() }), 6)).toBeUndefined()
    expect(isWithinDepth(nested(64), 64)).toBe(true)
    expect(isWithinDepth(nested(65), 64)).toBe(false)
    expect(parseMessage(nested(100_000), z.unknown(), 1_000_000)).toBeUndefined()
  })

  test('brackets inside strings are no levels', () => {
    fc.assert(
      fc.property(fc.json({ maxDepth: 8 }), (json) => {
        expect(isWithinDepth(JSON.stringify([json, '[[{"\\']), 2)).toBe(true)
      }),
    )
  })

  test('counts the levels of any JSON as they are', () => {
    const depthOf = (value: unknown): number =>
      typeof value === 'object' && value !== null ? 1 + Math.max(0, ...Object.values(value).map(depthOf)) : 0
    fc.assert(
      fc.property(fc.jsonValue({ maxDepth: 6 }), (value) => {
        const depth = depthOf(value)
        expect(isWithinDepth(JSON.stringify(value), depth)).toBe(true)
        if (depth > 0) expect(isWithinDepth(JSON.stringify(value), depth - 1)).toBe(false)
      }),
    )
  })

  test('never throws, and gives only what the schema allows', () => {
    const schemas = [
      toHubSchema,
      fromHubSchema,
      fromAgentSchema,
      fromBrowserSchema,
      requestMessageSchema,
      answerMessageSchema,
      agentEventSchema,
    ]
    const almost = fc.oneof(
      fc.string(),
      fc.json(),
      fc
        .record({
          type: fc.constantFrom('frame', 'join', 'welcome', 'ping'),
          to: fc.anything(),
          id: fc.anything(),
        })
        .map((value) => JSON.stringify(value, (_key, of: unknown) => (typeof of === 'bigint' ? 0 : of))),
    )
    fc.assert(
      fc.property(almost, fc.constantFrom(...schemas), (text, schema) => {
        const parsed = parseMessage(text ?? '', schema, 10_000)
        if (parsed !== undefined) expect(z.safeParse(schema, parsed).success).toBe(true)
      }),
    )
  })
})
