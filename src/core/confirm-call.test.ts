import * as fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { digestOf } from './confirmation.ts'
import {
  approvalOf,
  heldRequestOf,
  reached,
  registryWith,
  rejectionOf,
  requestOf,
  settledResult,
  waitingState,
} from './registry-for-tests.ts'
import { cancelled, errorResult, invalid, ok, type FieldChange } from './result.ts'
import type { ToolDefinition } from './tool.ts'

const minute = 60_000

const booking = (more: Partial<ToolDefinition> = {}): ToolDefinition => ({
  name: 'book',
  title: 'Book a table',
  description: 'Books a table.',
  hints: { consequential: true },
  input: {
    type: 'object',
    properties: {
      guests: { type: 'integer', title: 'Guests' },
      name: { type: 'string' },
      password: { type: 'string' },
    },
    additionalProperties: false,
  },
  summary: (input) => `Book for ${(input as { guests?: number }).guests}`,
  preview: (input) => [
    { path: 'guests', before: 1, after: (input as { guests?: number }).guests },
    { path: 'password', before: '', after: 'hunter2' },
  ],
  run: (input, { caller }) => ok({ caller, guests: (input as { guests?: number }).guests }),
  ...more,
})

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

const hold = async (tool: ToolDefinition, input: unknown = { guests: 2, password: 'hunter2' }) => {
  const under = registryWith([tool])
  const request = heldRequestOf(tool.name, input)
  const first = await under.registry.call(request)
  return { ...under, request, callId: request.callId, first }
}

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

describe('a preview', () => {
  test('may say what is skipped, that the run also submits, and where it sends', async () => {
    const preview = () => ({
      changes: [],
      skipped: [{ path: 'x', reason: 'user_edited' as const }],
      isSubmitting: true,
      sendsTo: 'https://b.example',
    })
    const { registry, callId, first } = await hold(booking({ preview }))
    expect(first).not.toHaveProperty('changes')
    expect(waitingState(registry, callId).card).toMatchObject({
      skipped: [{ path: 'x', reason: 'user_edited' }],
      isSubmitting: true,
      sendsTo: 'https://b.example',
    })
  })

  test('may end the call before anybody is asked', async () => {
    const issues = [{ path: 'time', message: 'Allowed values: "19:00"' }]
    const { first } = await hold(booking({ preview: () => invalid(issues) }))
    expect(first).toEqual(invalid(issues))
  })

  test('that throws fails the call, and nobody is asked', async () => {
    const preview = () => {
      throw new Error('gone')
    }
    const { first, errors } = await hold(booking({ preview }))
    expect(first).toEqual(errorResult('Tool failed'))
    expect(errors).toMatchObject([{ code: 'tool_threw' }])
  })

  test('that never ends is given up', async () => {
    const { registry } = registryWith([booking({ preview: () => new Promise<FieldChange[]>(() => {}) })])
    const request = heldRequestOf('book', {})
    const first = registry.call(request)
    await vi.advanceTimersByTimeAsync(10_000)
    expect(await first).toEqual(errorResult('Tool failed'))
  })

  test('is stopped with the call', async () => {
    const { registry, errors } = registryWith([
      booking({ preview: () => new Promise<FieldChange[]>(() => {}) }),
    ])
    const request = heldRequestOf('book', {})
    registry.start(request)
    await vi.advanceTimersByTimeAsync(0)
    registry.cancel(request.callId, 'policy')
    expect(await settledResult(registry, request.callId)).toEqual(cancelled('policy'))
    expect(errors).toEqual([])
  })

  test('of an older form does not overwrite a newer one', async () => {
    const answers: ((changes: FieldChange[]) => void)[] = []
    const preview = () => new Promise<FieldChange[]>((resolve) => answers.push(resolve))
    const { registry } = registryWith([booking({ target: 'form', preview })])
    const request = heldRequestOf('book', { guests: 2 })
    const first = registry.call(request)
    await vi.advanceTimersByTimeAsync(0)
    registry.scope('page').touch('form')
    await vi.advanceTimersByTimeAsync(0)
    answers[1]?.([{ path: 'guests', before: 'newer' }])
    await first
    answers[0]?.([{ path: 'guests', before: 'older' }])
    await vi.advanceTimersByTimeAsync(0)
    expect(waitingState(registry, request.callId).card.changes).toEqual([{ path: 'guests', before: 'newer' }])
  })

  test('a summary that throws or is none gives way to the title', async () => {
    const thrown = booking({
      summary: () => {
        throw new Error('no')
      },
    })
    expect((await hold(thrown)).first).toMatchObject({ summary: 'Book a table' })
    const { summary: _summary, title: _title, ...bare } = booking()
    expect((await hold(bare)).first).toMatchObject({ summary: 'book' })
  })
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

describe('equal calls of one agent', () => {
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
