import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { booking, hold } from './booking-for-tests.ts'
import {
  approvalOf,
  heldRequestOf,
  registryWith,
  requestOf,
  settledResult,
  waitingState,
} from './registry-for-tests.ts'
import { ok } from './result.ts'
import type { ToolDefinition } from './tool.ts'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

describe('what is shown is what is approved', () => {
  test('another digest is stale, nothing runs, and the card stays', async () => {
    const { registry, callId } = await hold(booking())
    const answer = await registry.decide(callId, approvalOf(registry, callId, { digest: 'of another card' }))
    expect(answer).toMatchObject({ outcome: 'refused', code: 'stale' })
    expect(registry.state(callId)?.state).toBe('held')
  })

  const form = { guests: 1 }
  const formFill = (more: Partial<ToolDefinition> = {}) =>
    booking({
      kind: 'fill',
      target: 'form',
      preview: () => [{ path: 'guests', before: form.guests, after: 2 }],
      ...more,
    })

  test("the person's edits of the form refresh the card, and the older one is stale", async () => {
    form.guests = 1
    const { registry, callId } = await hold(formFill())
    const confirmed = vi.fn()
    const touched = vi.fn()
    registry.on('confirm', confirmed)
    registry.on('interaction', touched)
    const older = approvalOf(registry, callId)
    form.guests = 5
    registry.scope('page').touch('form')
    await vi.advanceTimersByTimeAsync(0)
    expect(touched).toHaveBeenCalledWith({ target: 'form' })
    expect(confirmed).toHaveBeenCalledWith({ callId })
    expect(waitingState(registry, callId).card.changes).toEqual([{ path: 'guests', before: 5, after: 2 }])
    expect(await registry.decide(callId, older)).toMatchObject({ outcome: 'refused', code: 'stale' })
    expect(await registry.decide(callId, approvalOf(registry, callId))).toEqual({ outcome: 'taken' })
  })

  test('a touch that changes nothing of the card, or another form, changes nothing', async () => {
    const { registry, callId, updates } = await hold(formFill())
    const { digest } = waitingState(registry, callId)
    registry.scope('page').touch('form')
    registry.scope('page').touch('another')
    await vi.advanceTimersByTimeAsync(0)
    expect(waitingState(registry, callId).digest).toBe(digest)
    expect(updates).toHaveLength(1)
  })

  test('a form that changed without a word is noticed at the approval', async () => {
    form.guests = 1
    const { registry, callId } = await hold(formFill())
    const approval = approvalOf(registry, callId)
    form.guests = 7
    expect(await registry.decide(callId, approval)).toMatchObject({ outcome: 'refused', code: 'stale' })
    expect(waitingState(registry, callId).card.changes).toEqual([{ path: 'guests', before: 7, after: 2 }])
  })

  test.each(['touched', 'silent'])(
    'a held submit whose form changed behind the card is stale (%s)',
    async (how) => {
      form.guests = 1
      const { registry, callId } = await hold(formFill({ kind: 'submit' }))
      const approval = approvalOf(registry, callId)
      form.guests = 3
      if (how === 'touched') registry.scope('page').touch('form')
      expect(await registry.decide(callId, approval)).toMatchObject({ outcome: 'refused' })
      expect(await settledResult(registry, callId)).toEqual({
        status: 'refused',
        code: 'stale',
        message: 'Form changed since confirmation was requested',
      })
    },
  )

  test('a run that wrote into a form refreshes the other cards of it', async () => {
    form.guests = 1
    const run = () => {
      form.guests = 9
      return ok({ changes: [] })
    }
    const { registry } = registryWith([formFill(), formFill({ name: 'write', run, hints: {} })])
    const request = heldRequestOf('book', { guests: 2 })
    await registry.call(request)
    await registry.call(requestOf('write', {}))
    await vi.advanceTimersByTimeAsync(0)
    expect(waitingState(registry, request.callId).card.changes).toEqual([
      { path: 'guests', before: 9, after: 2 },
    ])
  })

  test("the person's new redaction rule draws the cards anew", async () => {
    const { registry, callId } = await hold(booking(), { guests: 2, name: 'Ann' })
    registry.setRedactionRules(['name'])
    await vi.advanceTimersByTimeAsync(0)
    expect(waitingState(registry, callId).card).toMatchObject({
      input: { guests: 2, name: '[redacted]' },
      redacted: expect.arrayContaining([{ path: 'name', why: 'rule' }]),
    })
  })

  test('nothing that runs is missing from the card because JSON has no word for it', async () => {
    const input = {
      n: 7n,
      map: new Map([['k', 1]]),
      set: new Set(['s']),
      bytes: new Uint8Array(3),
      at: new Date(0),
      bad: '\uD800',
    }
    const { registry, callId } = await hold(booking({ input: { type: 'object' } }), input)
    expect(waitingState(registry, callId).card.input).toEqual({
      n: '7',
      map: [['k', 1]],
      set: ['s'],
      bytes: { bytes: 3, sha256: '709e80c88487a2411e1ee4dfb9f22a861492d20c4765150c0c794abd70f8147c' },
      at: '1970-01-01T00:00:00.000Z',
      bad: '\uFFFD',
    })
  })
})
