import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import type { CallRequest } from './call.ts'
import { createRegistry } from './registry.ts'
import { heldRequestOf, reached, registryWith, requestOf, settledResult } from './registry-for-tests.ts'
import { cancelled, errorResult, invalid, ok, refuse, type ToolResult } from './result.ts'
import type { ToolContext, ToolDefinition } from './tool.ts'

const tool = (
  name: string,
  run: ToolDefinition['run'] = () => ok(null),
  more: Partial<ToolDefinition> = {},
): ToolDefinition => ({
  name,
  description: `Does ${name}.`,
  run,
  ...more,
})

/** Runs until it is told to stop, then ends as it is told. */
const endless = (
  onAbort: (reject: (cause: unknown) => void, resolve: (result: ToolResult) => void) => void = () => {},
) =>
  tool(
    'endless',
    (_input, { signal }) =>
      new Promise((resolve, reject) => {
        signal.addEventListener('abort', () => onAbort(reject, resolve), { once: true })
      }),
  )

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

describe('find', () => {
  test('a tool that is registered runs with the input it was sent', async () => {
    const run = vi.fn(() => ok('done'))
    const { registry } = registryWith([tool('a', run)])
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
    registry.scope('page').register(tool('a'), { signal: gone.signal })
    gone.abort()
    expect(await registry.call(requestOf('a'))).toMatchObject({ status: 'refused', code: 'stale' })
  })

  test('nothing runs in a registry that is over', async () => {
    const { registry } = registryWith([tool('a')])
    registry.dispose()
    expect(await registry.call(requestOf('a'))).toMatchObject({ status: 'refused', code: 'page_unavailable' })
    expect(registry.manifest()).toEqual([])
  })
})

describe('policy', () => {
  test("the page's own assistant may call page tools and nothing else", async () => {
    const { registry } = registryWith([tool('own'), tool('fill', undefined, { kind: 'fill' })])
    const inapp = { caller: 'inapp', agentId: null } as const
    expect(await registry.call(requestOf('own', {}, inapp))).toEqual(ok(null))
    expect(await registry.call(requestOf('fill', {}, inapp))).toMatchObject({
      status: 'refused',
      code: 'not_allowed',
    })
  })
})

describe('validate', () => {
  const strict = tool('strict', undefined, {
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
    const { registry } = registryWith([tool('a', run)])
    const result = registry.call(requestOf('a', sent))
    sent.list.push(2)
    expect(await result).toEqual(ok(true))
    expect(run).toHaveBeenCalledWith({ list: [1] }, expect.anything())
  })
})

describe('run', () => {
  test('gives the tool its signal, call id and caller', async () => {
    let context: ToolContext | undefined
    const { registry } = registryWith([tool('a', (_input, given) => ok(void (context = given)))])
    const request = requestOf('a', {}, { caller: 'test' })
    await registry.call(request)
    expect(context).toMatchObject({ callId: request.callId, caller: 'test' })
    expect(context?.signal.aborted).toBe(false)
  })

  test.each<[string, ToolResult]>([
    ['ok', ok({ a: [1] })],
    ['invalid', invalid([{ path: 'a', message: 'no' }])],
    ['refused', refuse('not_allowed', 'no')],
    ['cancelled', cancelled('policy')],
    ['error', errorResult('no')],
  ])('settles with the %s result of the tool, frozen', async (_status, result) => {
    const { registry } = registryWith([tool('a', () => structuredClone(result))])
    const settled = await registry.call(requestOf('a'))
    expect(settled).toEqual(result)
    expect(Object.isFrozen(settled)).toBe(true)
  })

  test.each([
    ['nothing', undefined],
    ['a text', 'done'],
    ['an unknown status', { status: 'fine' }],
    ['an ok without data', { status: 'ok' }],
    ['an unknown code', { status: 'refused', code: 'nope', message: '' }],
    ['issues that are none', { status: 'invalid', issues: ['x'] }],
    ['an unknown canceller', { status: 'cancelled', by: 'me' }],
    ['an error without a message', { status: 'error' }],
    ['a question', { status: 'needs_confirmation', confirmId: 'c', summary: 's' }],
  ])('a tool that returns %s has failed, and an error event says so', async (_what, returned) => {
    const { registry, errors } = registryWith([tool('a', () => returned as ToolResult)])
    expect(await registry.call(requestOf('a'))).toEqual(errorResult('Tool failed'))
    expect(errors).toMatchObject([{ code: 'tool_threw', tool: 'a' }])
  })

  test('a thrown text goes to the error event and the record, never to the agent', async () => {
    const { registry, errors } = registryWith([
      tool('a', () => {
        throw new Error('database at 10.0.0.1 is down')
      }),
    ])
    const request = requestOf('a')
    expect(await registry.call(request)).toEqual(errorResult('Tool failed'))
    expect(errors).toMatchObject([{ code: 'tool_threw', cause: { message: 'database at 10.0.0.1 is down' } }])
    expect(registry.state(request.callId)).toMatchObject({
      record: { errorText: 'database at 10.0.0.1 is down' },
    })
  })

  test('what is thrown may be anything', async () => {
    const { registry } = registryWith([
      tool('text', () => {
        throw 'plain'
      }),
      tool('odd', () => {
        throw Object.create(null)
      }),
    ])
    const [text, odd] = [requestOf('text'), requestOf('odd')]
    await registry.call(text)
    await registry.call(odd)
    expect(registry.state(text.callId)).toMatchObject({ record: { errorText: 'plain' } })
    expect(registry.state(odd.callId)).toMatchObject({ result: errorResult('Tool failed') })
  })

  test('a result that cannot be cloned is "Result not serializable"; a Date, Map or BigInt can', async () => {
    const data = { at: new Date(0), map: new Map([[1, 2]]), n: 1n, nothing: undefined }
    const { registry } = registryWith([tool('bad', () => ok({ f: () => 1 })), tool('good', () => ok(data))])
    expect(await registry.call(requestOf('bad'))).toEqual(errorResult('Result not serializable'))
    expect(await registry.call(requestOf('good'))).toEqual(ok(data))
  })

  test('an output that does not match its schema is an event in development, and the result stays', async () => {
    const output = { type: 'object', properties: { a: { type: 'string' } } }
    const isWrong = tool('a', () => ok({ a: 1 }), { output })
    const inDevelopment = registryWith([isWrong], { isDevelopment: true })
    expect(await inDevelopment.registry.call(requestOf('a'))).toEqual(ok({ a: 1 }))
    expect(inDevelopment.errors).toMatchObject([
      { code: 'output_invalid', tool: 'a', cause: [{ path: 'a' }] },
    ])
    const inProduction = registryWith([isWrong])
    await inProduction.registry.call(requestOf('a'))
    expect(inProduction.errors).toEqual([])
    const right = registryWith([tool('a', () => ok({ a: 'x' }), { output })], { isDevelopment: true })
    await right.registry.call(requestOf('a'))
    expect(right.errors).toEqual([])
  })

  test('a tool says before it navigates, and waits until that is stored', async () => {
    const steps: string[] = []
    const onWillNavigate = async (callId: string): Promise<void> => {
      steps.push(`storing ${callId}`)
      await Promise.resolve()
      steps.push('stored')
    }
    const navigate = tool('go', async (_input, context) => {
      await context.willNavigate()
      steps.push('going')
      return ok(null)
    })
    const request = requestOf('go')
    await registryWith([navigate], { onWillNavigate }).registry.call(request)
    expect(steps).toEqual([`storing ${request.callId}`, 'stored', 'going'])
    expect(await registryWith([navigate]).registry.call(requestOf('go'))).toEqual(ok(null))
  })
})

describe('the deadline', () => {
  test('aborts the tool, and after 5 s of grace the call is cancelled by the signal and a late result dropped', async () => {
    let finish: (result: ToolResult) => void = () => {}
    const { registry, errors } = registryWith([
      tool('slow', () => new Promise((resolve) => (finish = resolve))),
    ])
    const request = requestOf('slow', {}, { timeoutMs: 1000 })
    const result = registry.call(request)
    await vi.advanceTimersByTimeAsync(5999)
    expect(registry.state(request.callId)?.state).toBe('running')
    await vi.advanceTimersByTimeAsync(1)
    expect(await result).toEqual(cancelled('signal'))
    finish(ok('late'))
    await vi.advanceTimersByTimeAsync(0)
    expect(errors).toMatchObject([{ code: 'late_result', tool: 'slow' }])
    expect(registry.state(request.callId)).toMatchObject({ result: cancelled('signal') })
  })

  test('is 120 s where the call names none', async () => {
    const { registry } = registryWith([endless((reject) => reject(new DOMException('stop', 'AbortError')))])
    const result = registry.call(requestOf('endless'))
    await vi.advanceTimersByTimeAsync(119_999)
    expect(registry.openCallIds().map((callId) => registry.state(callId)?.state)).toEqual(['running'])
    await vi.advanceTimersByTimeAsync(1)
    expect(await result).toEqual(cancelled('signal'))
  })

  test('lets a tool that ends within the grace say what it did', async () => {
    const { registry } = registryWith([endless((_reject, resolve) => resolve(ok('half')))])
    const result = registry.call(requestOf('endless', {}, { timeoutMs: 10 }))
    await vi.advanceTimersByTimeAsync(10)
    expect(await result).toEqual(ok('half'))
  })

  test('compares clocks: a timer that fires early only wakes', async () => {
    let clock = 0
    const { registry } = registryWith([endless((reject) => reject(new Error('stopped')))], {
      now: () => clock,
    })
    const request = requestOf('endless', {}, { timeoutMs: 1000 })
    const result = registry.call(request)
    await vi.advanceTimersByTimeAsync(1000)
    expect(registry.state(request.callId)?.state).toBe('running')
    clock = 1000
    await vi.advanceTimersByTimeAsync(1000)
    expect(await result).toEqual(cancelled('signal'))
  })
})

describe('cancelling', () => {
  test.each(['operator', 'signal', 'policy'] as const)('a running call by %s says so', async (by) => {
    const { registry } = registryWith([endless((reject) => reject(new DOMException('stop', 'AbortError')))])
    const request = requestOf('endless')
    registry.start(request)
    await reached(registry, request.callId, 'running')
    expect(registry.cancel(request.callId, by, 'enough')).toBe(true)
    expect(await settledResult(registry, request.callId)).toEqual(cancelled(by, 'enough'))
  })

  test('by the person counts although the tool says that the signal cancelled it', async () => {
    const { registry } = registryWith([endless((_reject, resolve) => resolve(cancelled('signal')))])
    const request = requestOf('endless')
    registry.start(request)
    await reached(registry, request.callId, 'running')
    registry.cancel(request.callId, 'operator')
    expect(await settledResult(registry, request.callId)).toEqual(cancelled('operator'))
  })

  test('counts once, and not after the end', async () => {
    const { registry } = registryWith([tool('a')])
    const request = requestOf('a')
    await registry.call(request)
    expect(registry.cancel(request.callId, 'operator')).toBe(false)
    expect(registry.cancel('unknown', 'operator')).toBe(false)
  })

  test('before the call was even found ends it without a run', async () => {
    const run = vi.fn(() => ok(null))
    const { registry } = registryWith([tool('a', run)])
    const request = requestOf('a')
    registry.start(request)
    registry.cancel(request.callId, 'policy')
    expect(await settledResult(registry, request.callId)).toEqual(cancelled('policy'))
    expect(run).not.toHaveBeenCalled()
  })
})

describe('queues', () => {
  const gate = () => {
    const waiting: (() => void)[] = []
    const order: unknown[] = []
    const gated = tool('gated', (input) => {
      order.push((input as { n: number }).n)
      return new Promise((resolve) => waiting.push(() => resolve(ok(null))))
    })
    const open = async (): Promise<void> => {
      waiting.shift()?.()
      await vi.advanceTimersByTimeAsync(0)
    }
    return { gated, order, open }
  }

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
    registry.scope('page').register(tool('b'), { signal: gone.signal })
    registry.start(requestOf('gated', { n: 1 }))
    const waiting = requestOf('b')
    registry.start(waiting)
    await vi.advanceTimersByTimeAsync(0)
    gone.abort()
    await open()
    expect(await settledResult(registry, waiting.callId)).toMatchObject({ status: 'refused', code: 'stale' })
  })
})

describe('exactly once', () => {
  test('the same call id never runs twice, also after it was acknowledged', async () => {
    const run = vi.fn(() => ok(1))
    const { registry } = registryWith([tool('a', run)])
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
    const { registry } = registryWith([tool('a'), endless()])
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
    const { registry, updates } = registryWith([tool('a', run)])
    const request = requestOf('a', {}, { definitionHash: 'older' })
    expect(registry.start(request)).toBe('redefined')
    expect(await registry.call(request)).toMatchObject({ status: 'refused', code: 'stale' })
    expect(updates).toEqual([])
    const definitionHash = registry.manifest()[0]?.definitionHash ?? ''
    expect(await registry.call(requestOf('a', {}, { definitionHash }))).toEqual(ok(1))
    expect(run).toHaveBeenCalledTimes(1)
  })

  test('every step is told: accepted, running, settled', async () => {
    const { registry, updates } = registryWith([tool('a')])
    const accepted = vi.fn()
    registry.on('call', accepted)
    const request = requestOf('a')
    await registry.call(request)
    expect(accepted).toHaveBeenCalledWith({ callId: request.callId, tool: 'a' })
    expect(updates.map(({ state }) => state)).toEqual(['running', 'settled'])
  })

  test('a listener that throws stops nothing', async () => {
    const thrown: unknown[] = []
    const catchIt = (cause: unknown): void => void thrown.push(cause)
    process.once('uncaughtException', catchIt)
    const { registry } = registryWith([tool('a')])
    registry.on('call', () => {
      throw new Error('a bug in a listener')
    })
    expect(await registry.call(requestOf('a'))).toEqual(ok(null))
    vi.useRealTimers()
    await vi.waitFor(() => expect(thrown).toHaveLength(1))
  })
})

test('disposing drops held calls, aborts running ones and takes nothing more', async () => {
  const { registry } = registryWith([endless((reject) => reject(new Error('stopped'))), tool('a')])
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
    tool(
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
  const { registry } = registryWith([tool('a')])
  const request = requestOf('a', { n: 1n })
  await registry.call(request)
  expect((await reached(registry, request.callId, 'settled')).record).toEqual({
    tool: 'a',
    labels: {},
    canUndo: false,
    durationMs: 0,
  })
})

test('a registry needs no options', () => {
  expect(createRegistry().manifest()).toEqual([])
})
