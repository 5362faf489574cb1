import { anything, assert, property } from 'fast-check'
import { describe, expect, test } from 'vitest'
import { ok, type ToolResult } from '../core/result.ts'
import { copyInBounds, type ToAgent } from '../protocol/page-bridge.ts'
import { toPost } from './bridge-posts.ts'

const common = { protocol: 1 as const, clientId: 'client' }
const resultOf = (result: ToolResult): ToAgent => ({ ...common, type: 'result', id: 'a', result })

const nested = (depth: number): unknown => {
  let value: unknown = 1
  for (let level = 0; level < depth; level++) value = { value }
  return value
}

describe('toPost', () => {
  test('leaves alone what is in bounds', () => {
    const message = resultOf(ok({ a: [1, null, 'x'] }))
    expect(toPost(message)).toEqual(message)
  })

  test('cuts a result that is too large, and says so', () => {
    const posted = toPost(resultOf(ok({ rows: 'x'.repeat(2_000_000) }))) as {
      result: Record<string, unknown>
    }
    expect(posted.result).toMatchObject({ status: 'ok', truncated: true })
    expect(copyInBounds(posted)).toBeDefined()
  })

  test('gives text in place of what is too deep', () => {
    const posted = toPost(resultOf(ok(nested(70)))) as { result: { data: unknown } }
    expect(JSON.parse(String(posted.result.data))).toEqual(nested(70))
  })

  test('tells as many tools as one message holds', () => {
    const tools = Array.from({ length: 1_000 }, (_, index) => ({
      name: `tool_${index}`,
      description: 'ü'.repeat(1_000),
      hints: {},
    }))
    const posted = toPost({ ...common, type: 'manifest', rev: 1, tools }) as { tools: unknown[] }
    expect(posted.tools.length).toBeGreaterThan(400)
    expect(posted.tools).toEqual(tools.slice(0, posted.tools.length))
    expect(copyInBounds(posted)).toBeDefined()
  })

  test('a question too large to be told loses its changes, and keeps its id', () => {
    const changes = [{ path: 'a', after: 'x'.repeat(2_000_000) }]
    const posted = toPost(resultOf({ status: 'needs_confirmation', confirmId: 'c', summary: 's', changes }))
    expect(posted).toEqual(
      resultOf({ status: 'needs_confirmation', confirmId: 'c', summary: 's', changes: [] }),
    )
  })

  test('whatever a tool gave, what is posted is in bounds', () => {
    assert(
      property(anything({ withBigInt: true, withDate: true, withMap: true }), (data) => {
        const posted = toPost(resultOf({ status: 'ok', data }))
        return copyInBounds(posted) !== undefined
      }),
      { numRuns: 300 },
    )
  })
})
