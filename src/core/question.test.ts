import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import {
  approvalOf,
  heldRequestOf,
  registryWith,
  rejectionOf,
  requestOf,
  settledResult,
  waitingState,
} from './registry-for-tests.ts'
import { cancelled, ok, type FieldChange } from './result.ts'
import type { ConfirmOutcome, ToolDefinition } from './tool.ts'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

type Question = { summary: string; changes?: FieldChange[] }

const asking = (
  question: Question = { summary: 'Really?' },
  more: Partial<ToolDefinition> = {},
): ToolDefinition => ({
  name: 'ask',
  description: 'Asks.',
  input: { type: 'object', properties: { a: { type: 'string' }, password: {} }, additionalProperties: false },
  run: async (_input, context) => ok(await context.confirm(question)),
  ...more,
})

const ask = async (tool: ToolDefinition, more: Parameters<typeof requestOf>[2] = {}, input: unknown = {}) => {
  const under = registryWith([tool])
  const request = requestOf(tool.name, input, more)
  under.registry.start(request)
  await vi.advanceTimersByTimeAsync(0)
  return { ...under, callId: request.callId }
}

describe('a question in the middle of a run', () => {
  test('stands as asking, with a card of its own that hides secrets', async () => {
    const question = {
      summary: 'Send hunter2?',
      changes: [{ path: 'password', before: 'a', after: 'hunter2' }],
    }
    const { registry, callId } = await ask(asking(question), {}, { password: 'hunter2' })
    const { state, card } = waitingState(registry, callId)
    expect(state).toBe('asking')
    expect(card).toMatchObject({
      isWithinRun: true,
      summary: 'Send [redacted]?',
      changes: [{ path: 'password', before: '[redacted]', after: '[redacted]' }],
      input: { password: '[redacted]' },
    })
    expect(registry.reveal(callId, 'password')).toBe('hunter2')
  })

  test.each<[string, 'approve' | 'reject', ConfirmOutcome]>([
    ['approved', 'approve', { approved: true }],
    ['rejected', 'reject', { approved: false }],
  ])('is %s by the person', async (_what, kind, outcome) => {
    const { registry, callId, updates } = await ask(asking())
    const decision = kind === 'approve' ? approvalOf(registry, callId) : rejectionOf(registry, callId)
    expect(await registry.decide(callId, decision)).toEqual({ outcome: 'taken' })
    expect(await settledResult(registry, callId)).toEqual(ok(outcome))
    expect(updates.map(({ state }) => state)).toEqual(['running', 'asking', 'running', 'settled'])
  })

  test('gives the tool what the person edited, real values in place', async () => {
    let given: ConfirmOutcome | undefined
    const tool = asking(undefined, {
      run: async (_input, context) => {
        given = await context.confirm({ summary: 'Really?' })
        return ok(null)
      },
    })
    const { registry, callId } = await ask(tool, {}, { a: 'x', password: 'hunter2' })
    const input = { a: 'y', password: '[redacted]' }
    expect(await registry.decide(callId, approvalOf(registry, callId, { input }))).toEqual({
      outcome: 'taken',
    })
    await settledResult(registry, callId)
    expect(given).toEqual({ approved: true, input: { a: 'y', password: 'hunter2' } })
  })

  test('with an edit that is not valid stays with the person', async () => {
    const { registry, callId } = await ask(asking())
    expect(await registry.decide(callId, approvalOf(registry, callId, { input: { b: 1 } }))).toMatchObject({
      outcome: 'issues',
    })
    expect(registry.state(callId)?.state).toBe('asking')
  })

  test('decided by code with an edit that is not valid is invalid', async () => {
    const { registry, callId } = await ask(asking(), { caller: 'test' })
    await registry.decide(callId, approvalOf(registry, callId, { input: { a: '[redacted]' } }))
    expect(await settledResult(registry, callId)).toEqual(ok({ approved: false, reason: 'invalid' }))
  })

  test('expires with the confirmation', async () => {
    const { registry, callId } = await ask(asking(), { confirmationTtlMs: 5000 })
    await vi.advanceTimersByTimeAsync(5000)
    expect(await settledResult(registry, callId)).toEqual(ok({ approved: false, reason: 'expired' }))
  })

  test('ends with the signal of the call', async () => {
    const { registry, callId } = await ask(asking())
    registry.cancel(callId, 'signal')
    expect(await settledResult(registry, callId)).toEqual(ok({ approved: false, reason: 'signal' }))
  })

  test('asked after the abort is answered at once', async () => {
    const late = asking(undefined, {
      run: (_input, context) =>
        new Promise((resolve) => {
          context.signal.addEventListener(
            'abort',
            () => void context.confirm({ summary: 'x' }).then((answer) => resolve(ok(answer))),
            { once: true },
          )
        }),
    })
    const { registry, callId } = await ask(late)
    registry.cancel(callId, 'signal')
    expect(await settledResult(registry, callId)).toEqual(ok({ approved: false, reason: 'signal' }))
  })

  test('without a confirmation surface is unavailable', async () => {
    const { registry } = registryWith([asking()], { hasConfirmationSurface: false })
    expect(await registry.call(requestOf('ask'))).toEqual(
      ok({ approved: false, reason: 'confirmation_unavailable' }),
    )
  })

  test('is one too many where 20 wait already', async () => {
    const { registry } = registryWith([asking()])
    const scope = registry.scope('more')
    scope.register({ ...asking(), name: 'other', run: () => ok(null) })
    for (let n = 0; n < 20; n += 1) await registry.call(heldRequestOf('other', { a: String(n) }))
    expect(await registry.call(requestOf('ask'))).toEqual(
      ok({ approved: false, reason: 'confirmation_unavailable' }),
    )
  })

  test('is not asked where the person started the call', async () => {
    const { registry } = registryWith([asking()])
    expect(await registry.call(requestOf('ask', {}, { caller: 'human', agentId: null }))).toEqual(
      ok({ approved: true }),
    )
  })

  test('never throws, whatever the tool asks', async () => {
    const { registry, errors } = registryWith([
      asking(undefined, { run: async (_input, context) => ok(await context.confirm(null as never)) }),
    ])
    expect(await registry.call(requestOf('ask'))).toEqual(
      ok({ approved: false, reason: 'confirmation_unavailable' }),
    )
    expect(errors).toMatchObject([{ code: 'tool_threw' }])
  })

  test('waits for the one before it', async () => {
    const two = asking(undefined, {
      run: async (_input, context) =>
        ok(await Promise.all([context.confirm({ summary: 'one' }), context.confirm({ summary: 'two' })])),
    })
    const { registry, callId } = await ask(two)
    expect(waitingState(registry, callId).card.summary).toBe('one')
    await registry.decide(callId, rejectionOf(registry, callId))
    await vi.advanceTimersByTimeAsync(0)
    expect(waitingState(registry, callId).card.summary).toBe('two')
    await registry.decide(callId, approvalOf(registry, callId))
    expect(await settledResult(registry, callId)).toEqual(ok([{ approved: false }, { approved: true }]))
  })

  test('stops the deadline', async () => {
    const { registry, callId } = await ask(asking(), { timeoutMs: 1000 })
    await vi.advanceTimersByTimeAsync(60_000)
    await registry.decide(callId, approvalOf(registry, callId))
    expect(await settledResult(registry, callId)).toEqual(ok({ approved: true }))
  })

  test('gives the deadline the time back that was left, and no more', async () => {
    const slow = asking(undefined, {
      run: async (_input, context) => {
        await context.confirm({ summary: 'first' })
        return new Promise((_resolve, reject) => {
          context.signal.addEventListener('abort', () => reject(new Error('stopped')), { once: true })
        })
      },
    })
    const { registry, callId } = await ask(slow, { timeoutMs: 1000 })
    await vi.advanceTimersByTimeAsync(60_000)
    await registry.decide(callId, approvalOf(registry, callId))
    await vi.advanceTimersByTimeAsync(999)
    expect(registry.state(callId)?.state).toBe('running')
    await vi.advanceTimersByTimeAsync(1)
    expect(await settledResult(registry, callId)).toEqual(cancelled('signal'))
  })
})

describe('what the card showed already', () => {
  const changes = [{ path: 'a', before: 'x', after: 'y' }]
  const shown = (question: Question) =>
    asking(question, { summary: () => 'Change a', preview: () => changes })

  const approve = async (question: Question, input?: unknown) => {
    const { registry } = registryWith([shown(question)])
    const request = heldRequestOf('ask', { a: 'y' })
    await registry.call(request)
    await registry.decide(
      request.callId,
      approvalOf(registry, request.callId, input === undefined ? {} : { input }),
    )
    await vi.advanceTimersByTimeAsync(0)
    return { registry, callId: request.callId }
  }

  test('is not asked a second time', async () => {
    const { registry, callId } = await approve({ summary: 'Change a', changes })
    expect(await settledResult(registry, callId)).toEqual(ok({ approved: true }))
  })

  test.each<[string, Question, unknown]>([
    ['another question', { summary: 'Change b', changes }, undefined],
    ['other changes', { summary: 'Change a', changes: [{ path: 'a', before: 'x', after: 'z' }] }, undefined],
    ['the same after the person edited', { summary: 'Change a', changes }, { a: 'edited' }],
  ])('%s is asked', async (_what, question, input) => {
    const { registry, callId } = await approve(question, input)
    expect(registry.state(callId)?.state).toBe('asking')
  })
})
