import 'fake-indexeddb/auto'
import { fakeBrowser } from '@webext-core/fake-browser'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import type { CallState } from '../core/call.ts'
import { callForTests, waitingForTests } from './call-for-tests.ts'
import { answerAs, shareForTests, storeShare } from './documents-for-tests.ts'

vi.mock('webextension-polyfill', () => ({ default: fakeBrowser }))
vi.mock('./injection.ts', () => ({ injectContentScript: vi.fn(), registerPageScript: vi.fn() }))
const alive = { frameId: 0, parentFrameId: -1, documentId: 'D1', url: '', origin: 'https://bistro.example' }
let frames = [alive]
vi.mock('./frames.ts', () => ({ listFrames: async () => frames, siteOrigin: (url: string) => url }))

const { recover } = await import('./recovery.ts')
const { recordSent } = await import('./call-records.ts')
const { findHistory, writeHistory } = await import('../store/history.ts')
const { findOutcome } = await import('../store/outcomes.ts')
const { openCalls } = await import('../store/pending-confirmations.ts')

const settled: CallState = {
  state: 'settled',
  result: { status: 'ok', data: { done: true } },
  record: { tool: 'booking.fill', canUndo: false, durationMs: 1 },
}

beforeEach(async () => {
  fakeBrowser.reset()
  frames = [alive]
  await storeShare(shareForTests())
})

describe('a worker that starts', () => {
  it('adopts what a page settled meanwhile, and tells the page that it is stored', async () => {
    const call = callForTests({ state: 'running' })
    await recordSent(call)
    const forgotten = crypto.randomUUID()
    const asked = answerAs({
      D1: {
        'call.states': () => [
          { callId: call.callId, update: settled },
          { callId: forgotten, update: settled },
        ],
        'call.acknowledge': () => undefined,
      },
    })
    await recover()
    expect(await findOutcome('agent-1', call.callId)).toMatchObject({ result: { status: 'ok' } })
    expect(await findOutcome('agent-1', forgotten)).toBeUndefined()
    expect(asked.at(-1)).toMatchObject({
      name: 'call.acknowledge',
      input: { callIds: [call.callId, forgotten] },
    })
  })

  it('settles what never reached its page as not run', async () => {
    const call = callForTests({ state: 'sent' })
    await recordSent(call)
    answerAs({ D1: { 'call.states': ({ callIds }) => callIds.map((callId) => ({ callId, update: null })) } })
    await recover()
    expect(await findOutcome('agent-1', call.callId)).toMatchObject({
      result: { status: 'error', message: expect.stringContaining('did not reach') },
    })
  })

  it('withdraws what its agent gave up on while it was on its way', async () => {
    const withdrawn = callForTests({ state: 'sent', isWithdrawn: true })
    const wanted = callForTests({ state: 'sent' })
    for (const call of [withdrawn, wanted]) await recordSent(call)
    const asked = answerAs({
      D1: {
        'call.states': ({ callIds }) =>
          callIds.map((callId) => ({ callId, update: waitingForTests('held') })),
        'call.cancel': () => true,
      },
    })
    await recover()
    const ended = asked.filter(({ name }) => name === 'call.cancel')
    expect(ended).toMatchObject([{ input: { callId: withdrawn.callId, by: 'signal' } }])
  })

  it('leaves open what a page that is there does not answer for', async () => {
    const call = callForTests()
    await recordSent(call)
    answerAs({})
    await recover()
    expect(await openCalls.find(call.callId)).toBeDefined()
    expect(await findHistory(call.callId)).toMatchObject({ state: 'running' })
  })

  it('settles the calls of documents that are gone, by what they had come to', async () => {
    frames = [{ ...alive, documentId: 'D2' }]
    const calls = [
      callForTests({ state: 'held' }),
      callForTests({ state: 'sent' }),
      callForTests({ state: 'sent', isToHold: false }),
      callForTests({ state: 'running' }),
      callForTests({ state: 'asking' }),
    ]
    for (const call of calls) await recordSent(call)
    answerAs({})
    await recover()
    const outcomes = await Promise.all(calls.map(({ callId }) => findOutcome('agent-1', callId)))
    expect(outcomes.map((outcome) => outcome?.result.status)).toEqual([
      'cancelled',
      'cancelled',
      'error',
      'error',
      'error',
    ])
  })

  it('settles in the history what an earlier session left open, and not what is open now', async () => {
    const call = callForTests()
    await recordSent(call)
    const entry = await findHistory(call.callId)
    if (!entry) throw new Error('Not recorded')
    const left = { ...entry, callId: crypto.randomUUID() }
    await writeHistory(left)
    answerAs({ D1: { 'call.states': () => [] } })
    await recover()
    expect(await findHistory(left.callId)).toMatchObject({ state: 'settled', status: 'error' })
    expect(await findHistory(call.callId)).toMatchObject({ state: 'running' })
  })
})
