import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { reached, registryWith, requestOf, settledResult } from './registry-for-tests.ts'
import { cancelled, errorResult, invalid, ok, refuse, type ToolResult } from './result.ts'
import { endless, toolNamed } from './tool-for-tests.ts'
import type { ToolContext } from './tool.ts'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

describe('run', () => {
  test('gives the tool its signal, call id and caller', async () => {
    let context: ToolContext | undefined
    const { registry } = registryWith([toolNamed('a', (_input, given) => ok(void (context = given)))])
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
    const { registry } = registryWith([toolNamed('a', () => structuredClone(result))])
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
    const { registry, errors } = registryWith([toolNamed('a', () => returned as ToolResult)])
    expect(await registry.call(requestOf('a'))).toEqual(errorResult('Tool failed'))
    expect(errors).toMatchObject([{ code: 'tool_threw', tool: 'a' }])
  })

  test('a thrown text goes to the error event and the record, never to the agent', async () => {
    const { registry, errors } = registryWith([
      toolNamed('a', () => {
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

  test('a fault inside the registry fails the call and nothing else', async () => {
    const input = {
      get properties(): object {
        throw new Error('a bug')
      },
    }
    const { registry, errors } = registryWith([toolNamed('broken', undefined, { input }), toolNamed('a')])
    const request = requestOf('broken', { password: 'hunter2' })
    expect(await registry.call(request)).toEqual(errorResult('Tool failed'))
    expect(registry.state(request.callId)).toMatchObject({ record: { tool: 'broken', canUndo: false } })
    expect(JSON.stringify(registry.state(request.callId))).not.toContain('hunter2')
    expect(errors.map(({ code }) => code)).toContain('tool_threw')
    expect(await registry.call(requestOf('a'))).toEqual(ok(null))
  })

  test('what is thrown may be anything', async () => {
    const { registry } = registryWith([
      toolNamed('text', () => {
        throw 'plain'
      }),
      toolNamed('odd', () => {
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
    const { registry } = registryWith([
      toolNamed('bad', () => ok({ f: () => 1 })),
      toolNamed('good', () => ok(data)),
    ])
    expect(await registry.call(requestOf('bad'))).toEqual(errorResult('Result not serializable'))
    expect(await registry.call(requestOf('good'))).toEqual(ok(data))
  })

  test('an output that does not match its schema is an event in development, and the result stays', async () => {
    const output = { type: 'object', properties: { a: { type: 'string' } } }
    const isWrong = toolNamed('a', () => ok({ a: 1 }), { output })
    const inDevelopment = registryWith([isWrong], { isDevelopment: true })
    expect(await inDevelopment.registry.call(requestOf('a'))).toEqual(ok({ a: 1 }))
    expect(inDevelopment.errors).toMatchObject([
      { code: 'output_invalid', tool: 'a', cause: [{ path: 'a' }] },
    ])
    const inProduction = registryWith([isWrong])
    await inProduction.registry.call(requestOf('a'))
    expect(inProduction.errors).toEqual([])
    const right = registryWith([toolNamed('a', () => ok({ a: 'x' }), { output })], { isDevelopment: true })
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
    const navigate = toolNamed('go', async (_input, context) => {
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
    let finish: ((result: ToolResult) => void) | undefined
    const { registry, errors } = registryWith([
      toolNamed('slow', () => new Promise((resolve) => (finish = resolve))),
    ])
    const request = requestOf('slow', {}, { timeoutMs: 1000 })
    const result = registry.call(request)
    await vi.advanceTimersByTimeAsync(5999)
    expect(registry.state(request.callId)?.state).toBe('running')
    await vi.advanceTimersByTimeAsync(1)
    expect(await result).toEqual(cancelled('signal'))
    finish?.(ok('late'))
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
    const { registry } = registryWith([toolNamed('a')])
    const request = requestOf('a')
    await registry.call(request)
    expect(registry.cancel(request.callId, 'operator')).toBe(false)
    expect(registry.cancel('unknown', 'operator')).toBe(false)
  })

  test('before the call was even found ends it without a run', async () => {
    const run = vi.fn(() => ok(null))
    const { registry } = registryWith([toolNamed('a', run)])
    const request = requestOf('a')
    registry.start(request)
    registry.cancel(request.callId, 'policy')
    expect(await settledResult(registry, request.callId)).toEqual(cancelled('policy'))
    expect(run).not.toHaveBeenCalled()
  })
})
