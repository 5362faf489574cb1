import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { booking, hold } from './booking-for-tests.ts'
import { digestOf } from './confirmation.ts'
import {
  approvalOf,
  heldRequestOf,
  registryWith,
  rejectionOf,
  settledResult,
  waitingState,
} from './registry-for-tests.ts'
import { cancelled, ok } from './result.ts'

const minute = 60_000

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

describe('a held call', () => {
  test('answers needs_confirmation at once, with its summary and changes, redacted', async () => {
    const { registry, callId, first } = await hold(booking())
    const { confirmId } = waitingState(registry, callId)
    expect(first).toEqual({
      status: 'needs_confirmation',
      confirmId,
      summary: 'Book for 2',
      changes: [
        { path: 'guests', before: 1, after: 2 },
        { path: 'password', after: '[redacted]' },
      ],
    })
  })

  test('has a card that shows everything, and nothing secret', async () => {
    const { registry, callId } = await hold(booking())
    const { card, digest } = waitingState(registry, callId)
    expect(card).toMatchObject({
      tool: 'book',
      title: 'Book a table',
      description: 'Books a table.',
      hints: { consequential: true },
      input: { guests: 2, password: '[redacted]' },
      labels: { guests: 'Guests' },
      redacted: [{ path: 'password', why: 'field' }],
      files: [],
      definitionHash: registry.manifest()[0]?.definitionHash,
    })
    expect(JSON.stringify(card)).not.toContain('hunter2')
    expect(digest).toBe(digestOf(card))
  })

  test('has the labels of every place, in lists too', async () => {
    const rows = { type: 'array', items: { properties: { name: { title: 'Guest name' } } } }
    const values = { type: 'object', properties: { city: { title: 'City' } } }
    const changes = [
      { path: 'rows.1.name', after: 'b' },
      { path: 'city', after: 'c' },
    ]
    const tool = booking({ input: { type: 'object', properties: { rows, values } }, preview: () => changes })
    const { registry, callId } = await hold(tool, {
      rows: [{ name: 'a' }, { name: 'b' }],
      values: { city: 'c' },
    })
    expect(waitingState(registry, callId).card.labels).toEqual({
      'rows.0.name': 'Guest name',
      'rows.1.name': 'Guest name',
      'values.city': 'City',
      city: 'City',
    })
  })

  test('is approved: the tool runs once, and its caller is the human', async () => {
    const { registry, callId, updates } = await hold(booking())
    expect(await registry.decide(callId, approvalOf(registry, callId))).toEqual({ outcome: 'taken' })
    expect(registry.state(callId)?.state).toBe('running')
    expect(await settledResult(registry, callId)).toEqual(ok({ caller: 'human', guests: 2 }))
    expect(updates.map(({ state }) => state)).toEqual(['held', 'running', 'settled'])
  })

  test('is rejected: cancelled by the operator, with the note', async () => {
    const { registry, callId } = await hold(booking())
    expect(await registry.decide(callId, rejectionOf(registry, callId, 'Too late in the day'))).toEqual({
      outcome: 'taken',
    })
    expect(await settledResult(registry, callId)).toEqual(cancelled('operator', 'Too late in the day'))
  })

  test('rejected is rejected again without a card for 60 s, for the same agent, tool and input', async () => {
    const { registry, callId, request } = await hold(booking())
    await registry.decide(callId, rejectionOf(registry, callId, 'No'))
    const again = { ...request, callId: 'again' }
    expect(await registry.call(again)).toEqual(cancelled('operator', 'No'))
    expect(await registry.call(heldRequestOf('book', { guests: 3 }))).toMatchObject({
      status: 'needs_confirmation',
    })
    expect(await registry.call({ ...request, callId: 'other', agentId: 'other' })).toMatchObject({
      status: 'needs_confirmation',
    })
    await vi.advanceTimersByTimeAsync(minute)
    expect(await registry.call({ ...request, callId: 'later' })).toMatchObject({
      status: 'needs_confirmation',
    })
  })

  test('expires by the timer', async () => {
    const { registry, callId } = await hold(booking())
    const { confirmId, digest } = waitingState(registry, callId)
    await vi.advanceTimersByTimeAsync(10 * minute)
    expect(await settledResult(registry, callId)).toMatchObject({
      status: 'refused',
      code: 'confirmation_expired',
    })
    const late = await registry.decide(callId, { kind: 'approve', decisionId: 'd', confirmId, digest })
    expect(late).toMatchObject({ outcome: 'refused', code: 'confirmation_expired' })
  })

  test('expires by the clock, also where the timer slept', async () => {
    let clock = 0
    const run = vi.fn(() => ok(null))
    const { registry } = registryWith([booking({ run })], { now: () => clock })
    const request = heldRequestOf('book', { guests: 2 })
    await registry.call(request)
    clock = 10 * minute
    const answer = await registry.decide(request.callId, approvalOf(registry, request.callId))
    expect(answer).toMatchObject({ outcome: 'refused', code: 'confirmation_expired' })
    expect(await settledResult(registry, request.callId)).toMatchObject({
      status: 'refused',
      code: 'confirmation_expired',
    })
    expect(run).not.toHaveBeenCalled()
  })

  test('stays through longer waits where the person chose so', async () => {
    const { registry } = registryWith([booking()])
    const request = heldRequestOf('book', { guests: 2 }, { confirmationTtlMs: 8 * 60 * minute })
    await registry.call(request)
    await vi.advanceTimersByTimeAsync(8 * 60 * minute - 1)
    expect(await registry.decide(request.callId, approvalOf(registry, request.callId))).toEqual({
      outcome: 'taken',
    })
  })

  test('that is cancelled leaves at once, and cannot be approved any more', async () => {
    const { registry, callId } = await hold(booking())
    const approval = approvalOf(registry, callId)
    registry.cancel(callId, 'signal')
    expect(await settledResult(registry, callId)).toEqual(cancelled('signal'))
    expect(await registry.decide(callId, approval)).toMatchObject({
      outcome: 'refused',
      code: 'confirmation_expired',
    })
  })

  test('whose tool changed or left is stale and leaves at once', async () => {
    const { registry } = registryWith([])
    const gone = new AbortController()
    registry.scope('page').register(booking(), { signal: gone.signal })
    const request = heldRequestOf('book', { guests: 2 })
    await registry.call(request)
    gone.abort()
    expect(await settledResult(registry, request.callId)).toMatchObject({ status: 'refused', code: 'stale' })
  })
})

describe('the first decision counts', () => {
  test('the same decision sent again gets the same answer, another one is too late', async () => {
    const run = vi.fn(() => ok(null))
    const { registry, callId } = await hold(booking({ run }))
    const approval = approvalOf(registry, callId)
    const rejection = rejectionOf(registry, callId)
    const answers = await Promise.all(
      [approval, approval, rejection].map((decision) => registry.decide(callId, decision)),
    )
    expect(answers).toMatchObject([
      { outcome: 'taken' },
      { outcome: 'taken' },
      { outcome: 'refused', code: 'confirmation_expired' },
    ])
    await settledResult(registry, callId)
    expect(await registry.decide(callId, approval)).toEqual({ outcome: 'taken' })
    expect(run).toHaveBeenCalledTimes(1)
  })

  test('a decision about nothing is refused', async () => {
    const { registry, callId } = await hold(booking())
    const approval = approvalOf(registry, callId)
    expect(await registry.decide('unknown', approval)).toMatchObject({ outcome: 'refused' })
    expect(await registry.decide(callId, { ...approval, confirmId: 'guessed' })).toMatchObject({
      outcome: 'refused',
    })
    expect(registry.state(callId)?.state).toBe('held')
  })
})
