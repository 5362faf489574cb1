import 'fake-indexeddb/auto'
import { fakeBrowser } from '@webext-core/fake-browser'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import type { CallState } from '../core/call.ts'
import type { Decision, DecisionAnswer } from '../core/confirmation.ts'
import type { OpenCall } from '../store/pending-confirmations.ts'
import { callForTests } from './call-for-tests.ts'
import { answerAs } from './documents-for-tests.ts'

vi.mock('webextension-polyfill', () => ({ default: fakeBrowser }))
const { recordSent, recordState } = await import('./call-records.ts')
const { decide } = await import('./confirmations.ts')
const { findHistory } = await import('../store/history.ts')
const { lastingGrants } = await import('../store/grants.ts')
const { openCalls } = await import('../store/pending-confirmations.ts')
const { isPaused } = await import('../store/settings.ts')

const reject: Decision = { kind: 'reject', decisionId: 'd-1', confirmId: 'c-1' }
const approve: Decision = { kind: 'approve', decisionId: 'd-2', confirmId: 'c-1', digest: 'd' }
const record = { tool: 'booking.fill', canUndo: false, durationMs: 1 }
const rejected: CallState = { state: 'settled', result: { status: 'cancelled', by: 'operator' }, record }
const expired: CallState = {
  state: 'settled',
  result: { status: 'refused', code: 'confirmation_expired', message: 'Too late' },
  record,
}
const tooLate: DecisionAnswer = { outcome: 'refused', code: 'confirmation_expired', message: 'Too late' }

/** A page that moves the call on and only then answers, as a page does whose messages overtake each other. */
async function holdIn(answer: DecisionAnswer, move?: CallState, changes: Partial<OpenCall> = {}) {
  const call = callForTests({ decidedBy: 'mode', ...changes })
  await recordSent(call)
  const asked = answerAs({
    D1: {
      'call.decide': async () => {
        if (move) await recordState(call.callId, move)
        return answer
      },
    },
  })
  return { ...call, asked }
}

beforeEach(() => fakeBrowser.reset())

describe('a decision', () => {
  it('is the person’s in the history, also where the outcome comes before the answer', async () => {
    const { callId } = await holdIn({ outcome: 'taken' }, rejected)
    expect(await decide(callId, reject, 'once')).toEqual({ outcome: 'taken' })
    expect(await findHistory(callId)).toMatchObject({ decidedBy: 'person', status: 'cancelled' })
  })

  it('that the page takes makes the run the person’s', async () => {
    const { callId } = await holdIn({ outcome: 'taken' }, { state: 'running', startedAt: Date.now() })
    await decide(callId, approve, 'once')
    expect(await openCalls.find(callId)).toMatchObject({ decidedBy: 'person', state: 'running' })
    expect(await openCalls.find(callId)).not.toHaveProperty('isDecided')
  })

  it('that came too late decided nothing', async () => {
    const { callId } = await holdIn(tooLate, expired)
    expect(await decide(callId, approve, 'always')).toEqual(tooLate)
    expect(await findHistory(callId)).toMatchObject({ decidedBy: 'mode', code: 'confirmation_expired' })
    expect(await lastingGrants.read()).toEqual([])
  })

  it('that the page does not take leaves the call undecided', async () => {
    const issues: DecisionAnswer = { outcome: 'issues', issues: [{ path: 'guests', message: 'Too many' }] }
    const { callId } = await holdIn(issues)
    expect(await decide(callId, approve, 'once')).toEqual(issues)
    expect((await openCalls.find(callId))?.isDecided).not.toBe(true)
  })

  it('is remembered for a held call alone, not for a question in the middle of a run', async () => {
    const held = await holdIn({ outcome: 'taken' })
    await decide(held.callId, approve, 'always')
    expect(await lastingGrants.read()).toHaveLength(1)
    fakeBrowser.reset()
    const asking = await holdIn({ outcome: 'taken' }, undefined, { state: 'asking' })
    await decide(asking.callId, approve, 'always')
    expect(await lastingGrants.read()).toEqual([])
  })

  it('is not remembered where the person edited the arguments', async () => {
    const { callId } = await holdIn({ outcome: 'taken' })
    await decide(callId, { ...approve, input: { guests: 3 } }, 'always')
    expect(await lastingGrants.read()).toEqual([])
  })

  it('to approve is refused while agents are paused, and the page hears nothing of it', async () => {
    await isPaused.update(() => true)
    const { callId, asked } = await holdIn({ outcome: 'taken' }, rejected)
    expect(await decide(callId, approve, 'once')).toMatchObject({ outcome: 'refused', code: 'paused' })
    expect(asked).toEqual([])
    expect(await decide(callId, reject, 'once')).toEqual({ outcome: 'taken' })
  })
})
