import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { booking } from './booking-for-tests.ts'
import {
  approvalOf,
  heldRequestOf,
  registryWith,
  rejectionOf,
  requestOf,
  settledResult,
  waitingState,
} from './registry-for-tests.ts'
import { cancelled, ok, type FieldChange, type ToolResult } from './result.ts'
import type { ToolDefinition } from './tool.ts'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

describe('the registry can only be stricter than the worker', () => {
  test.each<[string, ToolDefinition, unknown]>([
    ['a destructive tool', booking({ hints: { destructive: true } }), {}],
    [
      'a file that the person must pick',
      booking({ input: { properties: { cv: { 'x-countersign-file': {} } } } }),
      { cv: { ref: 'CV' } },
    ],
  ])('%s is held although it was to run', async (_what, tool, input) => {
    const { registry } = registryWith([tool])
    expect(await registry.call(requestOf('book', input))).toMatchObject({ status: 'needs_confirmation' })
  })

  test('what the schema makes consequential is held', async () => {
    const { z } = await import('zod/mini').then((all) => ({ z: all }))
    const tool = booking({
      hints: {},
      input: z.object({ submit: z.prefault(z.boolean(), true) }),
      consequentialWhen: 'submit',
    })
    const { registry } = registryWith([tool])
    expect(await registry.call(requestOf('book', {}))).toMatchObject({ status: 'needs_confirmation' })
    expect(await registry.call(requestOf('book', { submit: true }))).toMatchObject({ status: 'ok' })
  })

  test('the person is not asked what they do themselves', async () => {
    const { registry } = registryWith([booking({ hints: { destructive: true } })])
    expect(await registry.call(requestOf('book', {}, { caller: 'human', agentId: null }))).toMatchObject({
      status: 'ok',
    })
  })
})

describe('limits of held calls', () => {
  test('20 per agent, and one agent does not crowd out another', async () => {
    const { registry } = registryWith([booking()])
    for (let guests = 0; guests < 20; guests += 1) await registry.call(heldRequestOf('book', { guests }))
    expect(await registry.call(heldRequestOf('book', { guests: 20 }))).toMatchObject({
      status: 'refused',
      code: 'busy',
    })
    expect(await registry.call(heldRequestOf('book', { guests: 20 }, { agentId: 'other' }))).toMatchObject({
      status: 'needs_confirmation',
    })
  })

  test('an equal call has its card already, so that it is held beyond them, up to 20 in all', async () => {
    const { registry } = registryWith([booking()])
    const first = heldRequestOf('book', { guests: 0 })
    await registry.call(first)
    for (let guests = 1; guests < 20; guests += 1) await registry.call(heldRequestOf('book', { guests }))
    for (let joined = 0; joined < 20; joined += 1) {
      expect(await registry.call(heldRequestOf('book', { guests: 0 }, { isJoining: true }))).toMatchObject({
        confirmId: waitingState(registry, first.callId).confirmId,
      })
    }
    expect(await registry.call(heldRequestOf('book', { guests: 0 }))).toMatchObject({ code: 'busy' })
  })

  test('a call that may only join an equal one opens no card', async () => {
    const { registry } = registryWith([booking()])
    await registry.call(heldRequestOf('book', { guests: 1 }))
    const other = heldRequestOf('book', { guests: 2 }, { isJoining: true })
    expect(await registry.call(other)).toMatchObject({ status: 'refused', code: 'busy' })
  })

  test('100 per page', async () => {
    const { registry } = registryWith([booking()])
    for (let n = 0; n < 100; n += 1) {
      await registry.call(heldRequestOf('book', { guests: n }, { agentId: `agent ${n % 10}` }))
    }
    expect(await registry.call(heldRequestOf('book', {}, { agentId: 'fresh' }))).toMatchObject({
      status: 'refused',
      code: 'busy',
    })
  })

  test("one for the page's own assistant", async () => {
    const { registry } = registryWith([booking()])
    const inapp = { caller: 'inapp', agentId: null } as const
    expect(await registry.call(heldRequestOf('book', { guests: 1 }, inapp))).toMatchObject({
      status: 'needs_confirmation',
    })
    expect(await registry.call(heldRequestOf('book', { guests: 2 }, inapp))).toMatchObject({
      status: 'refused',
      code: 'busy',
    })
  })
})

const pair = async (run: ToolDefinition['run'] = () => ok('once')) => {
  const counted = vi.fn(run)
  const { registry } = registryWith([booking({ run: counted })])
  const [a, b] = [
    heldRequestOf('book', { guests: 2, name: 'x' }),
    heldRequestOf('book', { name: 'x', guests: 2 }),
  ]
  const answers = await Promise.all([registry.call(a), registry.call(b)])
  return { registry, counted, a: a.callId, b: b.callId, answers }
}

describe('equal calls of one agent', () => {
  test('get the same confirmId, run once and share the outcome', async () => {
    const { registry, counted, a, b, answers } = await pair()
    expect(waitingState(registry, a).confirmId).toBe(waitingState(registry, b).confirmId)
    expect(answers[0]).toEqual(answers[1])
    expect(await registry.decide(b, approvalOf(registry, b))).toEqual({ outcome: 'taken' })
    expect(await settledResult(registry, a)).toEqual(ok('once'))
    expect(await settledResult(registry, b)).toEqual(ok('once'))
    expect(counted).toHaveBeenCalledTimes(1)
  })

  test('are rejected together', async () => {
    const { registry, a, b } = await pair()
    await registry.decide(a, rejectionOf(registry, a))
    expect(await settledResult(registry, a)).toEqual(cancelled('operator'))
    expect(await settledResult(registry, b)).toEqual(cancelled('operator'))
  })

  test('are independent when one of them is cancelled', async () => {
    const { registry, counted, a, b } = await pair()
    registry.cancel(a, 'signal')
    expect(await settledResult(registry, a)).toEqual(cancelled('signal'))
    await registry.decide(b, approvalOf(registry, b))
    expect(await settledResult(registry, b)).toEqual(ok('once'))
    expect(counted).toHaveBeenCalledTimes(1)
  })

  test('are independent when one is cancelled while the other runs for both', async () => {
    let finish: ((result: ToolResult) => void) | undefined
    const { registry, a, b } = await pair(() => new Promise((resolve) => (finish = resolve)))
    await registry.decide(a, approvalOf(registry, a))
    await vi.advanceTimersByTimeAsync(0)
    expect(registry.cancel(b, 'signal')).toBe(true)
    expect(await settledResult(registry, b)).toEqual(cancelled('signal'))
    finish?.(ok('once'))
    expect(await settledResult(registry, a)).toEqual(ok('once'))
  })

  test('go on when the first of them leaves during its preview', async () => {
    const answers: ((changes: FieldChange[]) => void)[] = []
    const preview = () => new Promise<FieldChange[]>((resolve) => answers.push(resolve))
    const { registry } = registryWith([booking({ preview })])
    const [a, b] = [heldRequestOf('book', { guests: 2 }), heldRequestOf('book', { guests: 2 })]
    registry.start(a)
    const second = registry.call(b)
    await vi.advanceTimersByTimeAsync(0)
    registry.cancel(a.callId, 'signal')
    await vi.advanceTimersByTimeAsync(0)
    answers[1]?.([])
    expect(await second).toMatchObject({ status: 'needs_confirmation' })
  })

  test('share their undo', async () => {
    const restore = vi.fn(() => ok('restored'))
    const { registry, a, b } = await pair((_input, context) => {
      context.registerUndo(restore)
      return ok({})
    })
    await registry.decide(a, approvalOf(registry, a))
    await settledResult(registry, b)
    const undo = requestOf('', undefined, { undoOf: b, decision: 'hold' })
    await registry.call(undo)
    await registry.decide(undo.callId, approvalOf(registry, undo.callId))
    expect(await settledResult(registry, undo.callId)).toEqual(ok('restored'))
    expect(await registry.call(requestOf('', undefined, { undoOf: a }))).toMatchObject({
      code: 'undo_unavailable',
    })
  })

  test('of another agent, tool or input are other cards', async () => {
    const { registry } = registryWith([booking(), booking({ name: 'other' })])
    const requests = [
      heldRequestOf('book', { guests: 2 }),
      heldRequestOf('book', { guests: 3 }),
      heldRequestOf('other', { guests: 2 }),
      heldRequestOf('book', { guests: 2 }, { agentId: 'b' }),
    ]
    for (const request of requests) await registry.call(request)
    expect(new Set(requests.map(({ callId }) => waitingState(registry, callId).confirmId)).size).toBe(4)
  })
})
