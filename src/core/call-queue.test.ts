import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import type { CallRequest } from './call.ts'
import { registryWith, requestOf, settledResult } from './registry-for-tests.ts'
import { cancelled, ok } from './result.ts'
import { toolNamed } from './tool-for-tests.ts'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

const gate = () => {
  const waiting: (() => void)[] = []
  const order: unknown[] = []
  const gated = toolNamed('gated', (input) => {
    order.push((input as { n: number }).n)
    return new Promise((resolve) => waiting.push(() => resolve(ok(null))))
  })
  const open = async (): Promise<void> => {
    waiting.shift()?.()
    await vi.advanceTimersByTimeAsync(0)
  }
  return { gated, order, open }
}

describe('queues', () => {
  test('calls of one scope run one after the other in order of arrival', async () => {
    const { gated, order, open } = gate()
    const { registry } = registryWith([gated])
    for (const n of [1, 2, 3]) registry.start(requestOf('gated', { n }))
    await vi.advanceTimersByTimeAsync(0)
    expect(order).toEqual([1])
    await open()
    await open()
    expect(order).toEqual([1, 2, 3])
  })

  test('scopes run in parallel', async () => {
    const { gated, order } = gate()
    const { registry } = registryWith([gated])
    registry.scope('other').register({ ...gated, name: 'elsewhere' })
    registry.start(requestOf('gated', { n: 1 }))
    registry.start(requestOf('elsewhere', { n: 2 }))
    await vi.advanceTimersByTimeAsync(0)
    expect(order).toEqual([1, 2])
  })

  test('32 calls wait, one more is busy', async () => {
    const { gated } = gate()
    const { registry } = registryWith([gated])
    for (let n = 0; n < 33; n += 1) registry.start(requestOf('gated', { n }))
    await vi.advanceTimersByTimeAsync(0)
    expect(await registry.call(requestOf('gated', { n: 33 }))).toMatchObject({
      status: 'refused',
      code: 'busy',
    })
  })

  test('a call that is cancelled while it waits never runs, and a slot abandoned is free', async () => {
    const { gated, order, open } = gate()
    const { registry } = registryWith([gated])
    const [first, second, third] = [1, 2, 3].map((n) => requestOf('gated', { n }, { timeoutMs: 1000 }))
    for (const request of [first, second, third] as CallRequest[]) registry.start(request)
    await vi.advanceTimersByTimeAsync(0)
    registry.cancel(second?.callId ?? '', 'signal')
    expect(await settledResult(registry, second?.callId ?? '')).toEqual(cancelled('signal'))
    await vi.advanceTimersByTimeAsync(6000)
    expect(order).toEqual([1, 3])
    await open()
  })

  test('a tool that left before its turn came is stale', async () => {
    const { gated, open } = gate()
    const { registry } = registryWith([gated])
    const gone = new AbortController()
    registry.scope('page').register(toolNamed('b'), { signal: gone.signal })
    registry.start(requestOf('gated', { n: 1 }))
    const waiting = requestOf('b')
    registry.start(waiting)
    await vi.advanceTimersByTimeAsync(0)
    gone.abort()
    await open()
    expect(await settledResult(registry, waiting.callId)).toMatchObject({ status: 'refused', code: 'stale' })
  })
})
