import * as fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { createRegistry } from './registry.ts'
import { heldRequestOf, reached, registryWith, requestOf, settledResult } from './registry-for-tests.ts'
import { cancelled, ok } from './result.ts'
import { endless, toolNamed } from './tool-for-tests.ts'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

describe('find', () => {
  test('a tool that is registered runs with the input it was sent', async () => {
    const run = vi.fn(() => ok('done'))
    const { registry } = registryWith([toolNamed('a', run)])
    expect(await registry.call(requestOf('a', { x: 1 }))).toEqual(ok('done'))
    expect(run).toHaveBeenCalledWith({ x: 1 }, expect.anything())
  })

  test('a tool never known is unknown_tool', async () => {
    const { registry } = registryWith([])
    expect(await registry.call(requestOf('none'))).toMatchObject({ status: 'refused', code: 'unknown_tool' })
  })

  test('a tool that is gone is stale', async () => {
    const { registry } = registryWith([])
    const gone = new AbortController()
    registry.scope('page').register(toolNamed('a'), { signal: gone.signal })
    gone.abort()
    expect(await registry.call(requestOf('a'))).toMatchObject({ status: 'refused', code: 'stale' })
  })

  test('nothing runs in a registry that is over', async () => {
    const { registry } = registryWith([toolNamed('a')])
    registry.dispose()
    expect(await registry.call(requestOf('a'))).toMatchObject({ status: 'refused', code: 'page_unavailable' })
    expect(registry.manifest()).toEqual([])
  })
})

describe('policy', () => {
  test("the page's own assistant may call page tools and nothing else", async () => {
    const { registry } = registryWith([toolNamed('own'), toolNamed('fill', undefined, { kind: 'fill' })])
    const inapp = { caller: 'inapp', agentId: null } as const
    expect(await registry.call(requestOf('own', {}, inapp))).toEqual(ok(null))
    expect(await registry.call(requestOf('fill', {}, inapp))).toMatchObject({
      status: 'refused',
      code: 'not_allowed',
    })
  })

  test('a decision that is none is not_allowed, with an error event', async () => {
    const run = vi.fn(() => ok(null))
    const { registry, errors } = registryWith([toolNamed('a', run)])
    const undecided = { ...requestOf('a'), decision: 'later' as never }
    expect(await registry.call(undecided)).toMatchObject({ status: 'refused', code: 'not_allowed' })
    expect(errors).toMatchObject([{ code: 'invalid_policy', tool: 'a' }])
    expect(run).not.toHaveBeenCalled()
  })
})

describe('validate', () => {
  const strict = toolNamed('strict', undefined, {
    input: {
      type: 'object',
      properties: { a: { type: 'string' }, password: { type: 'string' } },
      additionalProperties: false,
    },
  })

  test.each<[string, unknown, string]>([
    ['an unknown field', { b: 1 }, 'b'],
    ['a forbidden key', JSON.parse('{"constructor":1}'), 'constructor'],
    ['an array where an object is declared', [], ''],
    ['a string where an object is declared', 'text', ''],
    ['a literal [redacted] at a sensitive path', { password: '[redacted]' }, 'password'],
    ['what cannot be copied', { a: () => 1 }, ''],
  ])('%s is invalid and nothing runs', async (_what, input, path) => {
    const run = vi.fn(() => ok(null))
    const { registry } = registryWith([{ ...strict, run }])
    const result = await registry.call(requestOf('strict', input))
    expect(result).toMatchObject({ status: 'invalid', issues: [{ path }] })
    expect(run).not.toHaveBeenCalled()
  })

  test('a literal [redacted] where nothing is secret is a text like any other', async () => {
    const { registry } = registryWith([strict])
    expect(await registry.call(requestOf('strict', { a: '[redacted]' }))).toEqual(ok(null))
  })

  test('the tool gets a frozen copy, so that nobody changes what was approved', async () => {
    const sent = { list: [1] }
    const run = vi.fn((input: unknown) =>
      ok(Object.isFrozen(input) && Object.isFrozen((input as typeof sent).list)),
    )
    const { registry } = registryWith([toolNamed('a', run)])
    const result = registry.call(requestOf('a', sent))
    sent.list.push(2)
    expect(await result).toEqual(ok(true))
    expect(run).toHaveBeenCalledWith({ list: [1] }, expect.anything())
  })
})

describe('exactly once', () => {
  test('the same call id never runs twice, also after it was acknowledged', async () => {
    const run = vi.fn(() => ok(1))
    const { registry } = registryWith([toolNamed('a', run)])
    const request = requestOf('a')
    expect(registry.start(request)).toBe('accepted')
    expect(registry.start(request)).toBe('duplicate')
    expect(await registry.call(request)).toEqual(ok(1))
    registry.acknowledge(request.callId)
    expect(registry.start(request)).toBe('duplicate')
    expect(await registry.call(request)).toMatchObject({ status: 'refused', code: 'stale' })
    expect(run).toHaveBeenCalledTimes(1)
  })

  test('a settled result stays until it is acknowledged', async () => {
    const { registry } = registryWith([toolNamed('a'), endless()])
    const [request, running] = [requestOf('a'), requestOf('endless')]
    await registry.call(request)
    registry.start(running)
    registry.acknowledge(running.callId)
    expect(registry.openCallIds()).toEqual([request.callId, running.callId])
    registry.acknowledge(request.callId)
    expect(registry.openCallIds()).toEqual([running.callId])
    expect(registry.state(request.callId)).toBeUndefined()
  })

  test('a call for another definition is redefined, and nothing happens', async () => {
    const run = vi.fn(() => ok(1))
    const { registry, updates } = registryWith([toolNamed('a', run)])
    const request = requestOf('a', {}, { definitionHash: 'older' })
    expect(registry.start(request)).toBe('redefined')
    expect(await registry.call(request)).toMatchObject({ status: 'refused', code: 'stale' })
    expect(updates).toEqual([])
    const definitionHash = registry.manifest()[0]?.definitionHash ?? ''
    expect(await registry.call(requestOf('a', {}, { definitionHash }))).toEqual(ok(1))
    expect(run).toHaveBeenCalledTimes(1)
  })

  test('every step is told: accepted, running, settled', async () => {
    const { registry, updates } = registryWith([toolNamed('a')])
    const [accepted, over] = [vi.fn(), vi.fn()]
    registry.on('call', accepted)
    registry.on('result', over)
    const request = requestOf('a')
    const result = await registry.call(request)
    expect(accepted).toHaveBeenCalledWith({ callId: request.callId, tool: 'a' })
    expect(over).toHaveBeenCalledExactlyOnceWith({ callId: request.callId, result })
    expect(updates.map(({ state }) => state)).toEqual(['running', 'settled'])
  })

  test('a listener that throws stops nothing', async () => {
    const thrown: unknown[] = []
    const catchIt = (cause: unknown): void => void thrown.push(cause)
    process.once('uncaughtException', catchIt)
    const { registry } = registryWith([toolNamed('a')])
    registry.on('call', () => {
      throw new Error('a bug in a listener')
    })
    expect(await registry.call(requestOf('a'))).toEqual(ok(null))
    vi.useRealTimers()
    await vi.waitFor(() => expect(thrown).toHaveLength(1))
  })
})

test('disposing drops held calls, aborts running ones and takes nothing more', async () => {
  const { registry } = registryWith([endless((reject) => reject(new Error('stopped'))), toolNamed('a')])
  const [running, held] = [requestOf('endless'), heldRequestOf('a')]
  registry.start(running)
  registry.start(held)
  await vi.advanceTimersByTimeAsync(0)
  registry.dispose()
  expect(await settledResult(registry, running.callId)).toEqual(cancelled('signal'))
  expect(await settledResult(registry, held.callId)).toEqual(cancelled('signal'))
  expect(await registry.call(requestOf('a'))).toMatchObject({ status: 'refused' })
})

test('what the record keeps is redacted and holds nothing that a read returned', async () => {
  const { registry } = registryWith([
    toolNamed(
      'save',
      () =>
        ok({
          changes: [{ path: 'password', before: 'a1', after: 'b2' }],
          skipped: [{ path: 'x', reason: 'hidden' }],
          secretary: 'read',
        }),
      {
        title: 'Save',
        input: { type: 'object', properties: { name: { title: 'Name' }, password: {} } },
      },
    ),
  ])
  const request = requestOf('save', { name: 'Ann', password: 'hunter2' })
  await registry.call(request)
  const state = await reached(registry, request.callId, 'settled')
  expect(state.record).toEqual({
    tool: 'save',
    title: 'Save',
    input: { name: 'Ann', password: '[redacted]' },
    changes: [{ path: 'password', before: '[redacted]', after: '[redacted]' }],
    labels: { name: 'Name' },
    skipped: [{ path: 'x', reason: 'hidden' }],
    canUndo: false,
    durationMs: 0,
  })
  expect(JSON.stringify(state.record)).not.toContain('read')
})

test('a record of an input that is no JSON goes without it', async () => {
  const { registry } = registryWith([toolNamed('a')])
  const request = requestOf('a', { n: 1n })
  await registry.call(request)
  expect((await reached(registry, request.callId, 'settled')).record).toEqual({
    tool: 'a',
    labels: {},
    canUndo: false,
    durationMs: 0,
  })
})

test('any JSON input ends in one of the six results, and no prototype is touched', async () => {
  const key = fc.oneof(fc.constantFrom('__proto__', 'constructor', 'prototype', 'a', 'password'), fc.string())
  const input = fc.oneof(
    fc.jsonValue(),
    fc.array(fc.tuple(key, fc.jsonValue())).map((entries) => JSON.parse(jsonOf(entries)) as unknown),
  )
  const tool = toolNamed('echo', (given) => ok(given), {
    input: { type: 'object', properties: { a: { type: ['string', 'number', 'array'] } } },
    preview: (given) => [{ path: 'a', after: given }],
  })
  await fc.assert(
    fc.asyncProperty(input, fc.constantFrom('run', 'hold'), async (given, decision) => {
      const { registry } = registryWith([tool])
      const result = await registry.call(requestOf('echo', given, { decision }))
      expect(['ok', 'invalid', 'needs_confirmation']).toContain(result.status)
      expect(Object.isFrozen(result)).toBe(true)
      expect(structuredClone(result)).toEqual(result)
      expect(Object.keys(Object.prototype)).toEqual([])
      registry.dispose()
    }),
  )
})

/** By hand, since `__proto__` as a key of a literal is none of its own. */
const jsonOf = (entries: readonly [string, unknown][]): string =>
  `{${entries.map(([key, value]) => `${JSON.stringify(key)}:${JSON.stringify(value)}`).join(',')}}`

test('a registry needs no options', () => {
  expect(createRegistry().manifest()).toEqual([])
})
