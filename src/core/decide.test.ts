import * as fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { withArrayOperations } from './array-operation.ts'
import { booking, hold } from './booking-for-tests.ts'
import {
  approvalOf,
  heldRequestOf,
  reached,
  registryWith,
  rejectionOf,
  settledResult,
} from './registry-for-tests.ts'
import { ok } from './result.ts'

const minute = 60_000

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

describe('edit before approve', () => {
  test('runs with the edited input, real values in place, and names the edited paths', async () => {
    const run = vi.fn(() => ok(null))
    const { registry, callId } = await hold(booking({ run }))
    const answer = await registry.decide(
      callId,
      approvalOf(registry, callId, { input: { guests: 4, password: '[redacted]' } }),
    )
    expect(answer).toEqual({ outcome: 'taken' })
    const settled = await reached(registry, callId, 'settled')
    expect(run).toHaveBeenCalledWith({ guests: 4, password: 'hunter2' }, expect.anything())
    expect(settled.record).toMatchObject({ edited: ['guests'], input: { guests: 4, password: '[redacted]' } })
  })

  test('an operation on a list is edited like any other part, and checked', async () => {
    const run = vi.fn(() => ok(null))
    const tags = withArrayOperations({ uniqueItems: true, items: { enum: ['a', 'b', 'c'] } })
    const tool = booking({ input: { type: 'object', properties: { tags } }, run })
    const { registry, callId } = await hold(tool, { tags: { $append: ['a'], $remove: [0] } })
    const edit = (input: unknown) => registry.decide(callId, approvalOf(registry, callId, { input }))
    expect(await edit({ tags: { $append: ['z'], $remove: [0] } })).toMatchObject({
      outcome: 'issues',
      issues: [{ path: 'tags.$append.0' }],
    })
    const edited = { tags: { $append: ['b'], $remove: [0] } }
    expect(await edit(edited)).toEqual({ outcome: 'taken' })
    await settledResult(registry, callId)
    expect(run).toHaveBeenCalledWith(edited, expect.anything())
    expect(registry.state(callId)).toMatchObject({ record: { edited: ['tags.$append'] } })
  })

  test('an input that came back as it was shown is no edit', async () => {
    const { registry, callId } = await hold(booking())
    await registry.decide(
      callId,
      approvalOf(registry, callId, { input: { password: '[redacted]', guests: 2 } }),
    )
    expect((await reached(registry, callId, 'settled')).record).not.toHaveProperty('edited')
  })

  test.each<[string, unknown, string]>([
    ['does not match the schema', { guests: 'many' }, 'guests'],
    ['has an unknown field', { guest: 1 }, 'guest'],
    ['moved a placeholder', { guests: 2, name: '[redacted]' }, 'name'],
    ['has a forbidden key', JSON.parse('{"__proto__":{"x":1}}'), '__proto__'],
  ])('what %s goes back to the card; nothing is consumed', async (_what, input, path) => {
    const { registry, callId } = await hold(booking())
    const answer = await registry.decide(callId, approvalOf(registry, callId, { input }))
    expect(answer).toMatchObject({ outcome: 'issues', issues: [{ path }] })
    expect(registry.state(callId)?.state).toBe('held')
    expect(await registry.decide(callId, approvalOf(registry, callId))).toEqual({ outcome: 'taken' })
  })

  test('what the agent sent can be revealed while it is held, and not after', async () => {
    const { registry, callId } = await hold(booking())
    expect(registry.reveal(callId, 'password')).toBe('hunter2')
    expect(registry.reveal('unknown', 'password')).toBeUndefined()
    await registry.decide(callId, rejectionOf(registry, callId))
    await settledResult(registry, callId)
    expect(registry.reveal(callId, 'password')).toBeUndefined()
  })

  test("what the person typed is hidden in the tool's echo too", async () => {
    const { registry, callId } = await hold(
      booking({ run: (input) => ok({ said: (input as { password: string }).password }) }),
    )
    await registry.decide(
      callId,
      approvalOf(registry, callId, { input: { guests: 2, password: 'typed-by-hand' } }),
    )
    expect(await settledResult(registry, callId)).toEqual(ok({ said: '[redacted]' }))
  })
})

type Step = 'approve' | 'reject' | 'expire' | 'cancel' | 'repeat' | 'touch' | 'stale'

test('any sequence of approve, reject, expire, cancel and duplicate settles each call exactly once', async () => {
  const steps = fc.array(
    fc.constantFrom<Step>('approve', 'reject', 'expire', 'cancel', 'repeat', 'touch', 'stale'),
    { maxLength: 8 },
  )
  await fc.assert(
    fc.asyncProperty(steps, async (sequence) => {
      const run = vi.fn(() => ok(null))
      const { registry, updates } = registryWith([booking({ run, target: 'form' })])
      const request = heldRequestOf('book', { guests: 2 })
      await registry.call(request)
      const { callId } = request
      const decisions = {
        approve: approvalOf(registry, callId),
        reject: rejectionOf(registry, callId),
        stale: approvalOf(registry, callId, { digest: 'x' }),
      }
      const acts: Record<Step, () => unknown> = {
        approve: () => registry.decide(callId, decisions.approve),
        reject: () => registry.decide(callId, decisions.reject),
        stale: () => registry.decide(callId, decisions.stale),
        expire: () => vi.advanceTimersByTimeAsync(10 * minute),
        cancel: () => registry.cancel(callId, 'signal'),
        repeat: () => registry.start(request),
        touch: () => registry.scope('page').touch('form'),
      }
      await Promise.all(sequence.map((step) => acts[step]()))
      registry.cancel(callId, 'policy')
      await settledResult(registry, callId)
      const order = updates.filter((update) => update.callId === callId).map(({ state }) => state)
      expect(order.filter((state) => state === 'settled')).toHaveLength(1)
      expect(order.at(-1)).toBe('settled')
      expect(run.mock.calls.length).toBe(order.filter((state) => state === 'running').length)
      expect(run.mock.calls.length).toBeLessThanOrEqual(1)
    }),
  )
})
