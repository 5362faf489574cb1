import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { booking, hold } from './booking-for-tests.ts'
import { heldRequestOf, registryWith, settledResult, waitingState } from './registry-for-tests.ts'
import { cancelled, errorResult, invalid, type FieldChange } from './result.ts'
import type { Preview } from './tool.ts'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

describe('a preview', () => {
  test('may say what is skipped, that the run also submits, and where it sends', async () => {
    const preview: Preview = {
      changes: [],
      skipped: [{ path: 'x', reason: 'user_edited' }],
      isSubmitting: true,
      sendsTo: 'https://b.example',
    }
    const { registry, callId, first } = await hold(booking({ preview: () => preview }))
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
    const { first, errors } = await hold(booking({ preview: () => Promise.reject(new Error('gone')) }))
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

  test('a summary is cut after 2,048 characters', async () => {
    const { first } = await hold(booking({ summary: () => 'x'.repeat(3000) }))
    expect(first).toMatchObject({ summary: `${'x'.repeat(2047)}…` })
  })
})

describe('looking without a call', () => {
  test('gives the card, redacted, and tells and records nothing', async () => {
    const { registry, updates } = registryWith([booking()])
    const looked = await registry.preview('book', { guests: 2, password: 'hunter2' })
    expect(looked).toMatchObject({
      card: { summary: 'Book for 2', input: { guests: 2, password: '[redacted]' } },
    })
    expect(updates).toEqual([])
    expect(registry.openCallIds()).toEqual([])
  })

  test.each<[string, string, unknown, string]>([
    ['there is no such tool', 'none', {}, 'refused'],
    ['the input is not valid', 'book', { guest: 1 }, 'invalid'],
  ])('says when %s', async (_when, tool, input, status) => {
    const { registry } = registryWith([booking()])
    expect(await registry.preview(tool, input)).toMatchObject({ result: { status } })
  })

  test('gives the result that the preview ends with', async () => {
    const { registry } = registryWith([booking({ preview: () => Promise.reject(new Error('gone')) })])
    expect(await registry.preview('book', {})).toEqual({ result: errorResult('Tool failed') })
  })

  test('fails without a rejection where the tool cannot be read', async () => {
    const input = {
      get properties(): object {
        throw new Error('a bug')
      },
    }
    const { registry } = registryWith([booking({ input })])
    expect(await registry.preview('book', {})).toEqual({ result: errorResult('Tool failed') })
  })
})
