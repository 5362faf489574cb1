import 'fake-indexeddb/auto'
import { fakeBrowser } from '@webext-core/fake-browser'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import type { CallState } from '../core/call.ts'
import type { ToolResult } from '../core/result.ts'
import { agentForTests, callForTests, waitingForTests as waiting } from './call-for-tests.ts'
import { shareForTests, storeShare } from './documents-for-tests.ts'

vi.mock('webextension-polyfill', () => ({ default: fakeBrowser }))
const { recordSent, recordState, settleCall, watchCallMoves } = await import('./call-records.ts')
const { findHistory } = await import('../store/history.ts')
const { findOutcome } = await import('../store/outcomes.ts')
const { originsRead } = await import('../store/grants.ts')
const { openCalls } = await import('../store/pending-confirmations.ts')

const settled = (result: ToolResult): CallState => ({
  state: 'settled',
  result,
  record: { tool: 'booking.fill', canUndo: false, durationMs: 1 },
})
const ok: ToolResult = { status: 'ok', data: { done: true } }

beforeEach(() => fakeBrowser.reset())

describe('the record of a call', () => {
  it('follows the page from held to settled, and tells whoever watches', async () => {
    const call = callForTests({ state: 'sent', decidedBy: 'mode' })
    const moves: (string | undefined)[] = []
    watchCallMoves((move) => {
      if (move.call.callId === call.callId) moves.push(move.outcome?.result.status ?? move.call.state)
    })
    await recordSent(call)
    await recordState(call.callId, waiting('held'))
    expect(await findHistory(call.callId)).toMatchObject({ state: 'held', summary: 'Book a table' })
    await recordState(call.callId, { state: 'running', startedAt: Date.now(), edited: ['name'] })
    await recordState(call.callId, settled(ok))
    expect(moves).toEqual(['held', 'running', 'ok'])
    expect(await findHistory(call.callId)).toMatchObject({ state: 'settled', status: 'ok' })
    expect(await findOutcome('agent-1', call.callId)).toMatchObject({ result: ok, edited: ['name'] })
    expect(await openCalls.find(call.callId)).toBeUndefined()
  })

  it('settles once, whoever says so first', async () => {
    const call = callForTests()
    await recordSent(call)
    await Promise.all([
      settleCall(call, { status: 'cancelled', by: 'policy' }),
      recordState(call.callId, settled(ok)),
    ])
    expect(await findOutcome('agent-1', call.callId)).toMatchObject({ result: { status: 'cancelled' } })
    expect(await recordState(call.callId, settled(ok))).toBe(false)
    expect(await findHistory(call.callId)).toMatchObject({ status: 'cancelled', by: 'policy' })
  })

  it('keeps no step that comes after the end', async () => {
    const call = callForTests()
    await recordSent(call)
    await Promise.all([recordState(call.callId, waiting('held')), settleCall(call, ok)])
    expect(await findHistory(call.callId)).toMatchObject({ state: 'settled', status: 'ok' })
  })

  it('says that a question waits in the middle of a run, and no more once it runs on', async () => {
    const call = callForTests({ state: 'running' })
    await recordSent(call)
    await recordState(call.callId, waiting('asking'))
    expect(await findHistory(call.callId)).toMatchObject({ state: 'held', isWithinRun: true })
    await recordState(call.callId, { state: 'running', startedAt: Date.now() })
    expect(await findHistory(call.callId)).not.toHaveProperty('isWithinRun')
  })

  it('of an incognito tab is nowhere on the disk', async () => {
    const call = callForTests({ isIncognito: true })
    await recordSent(call)
    await recordState(call.callId, settled(ok))
    expect(await findHistory(call.callId)).toBeUndefined()
    expect(await findOutcome('agent-1', call.callId)).toMatchObject({ result: ok })
    await fakeBrowser.storage.session.clear()
    expect(await findOutcome('agent-1', call.callId)).toBeUndefined()
  })

  it('has the page’s rev where a tool was not found', async () => {
    await storeShare(shareForTests({ rev: 9 }))
    const call = callForTests()
    await recordSent(call)
    await recordState(call.callId, settled({ status: 'refused', code: 'stale', message: 'Gone' }))
    expect(await findOutcome('agent-1', call.callId)).toMatchObject({ result: { code: 'stale', rev: 9 } })
  })
})

const origins = async () => (await originsRead.read())[agentForTests.agentId] ?? []

describe('what an agent has read of a site', () => {
  const carrying: [string, CallState][] = [
    ['an ok result', settled(ok)],
    ['a tool’s own error', settled({ status: 'error', message: 'Balance is 12.50' })],
    ['a tool’s own issues', settled({ status: 'invalid', issues: [{ path: 'to', message: 'Not Ada' }] })],
    ['the values of a card', waiting('held')],
  ]
  it.each(carrying)('counts with %s', async (_, state) => {
    const call = callForTests()
    await recordSent(call)
    await recordState(call.callId, state)
    expect(await origins()).toEqual(['https://bistro.example'])
  })

  it('does not count with words of the person’s or the worker’s own', async () => {
    for (const result of [
      { status: 'cancelled', by: 'operator' },
      { status: 'refused', code: 'stale', message: 'Gone' },
    ] as const) {
      const call = callForTests()
      await recordSent(call)
      await recordState(call.callId, settled(result))
    }
    const left = callForTests()
    await recordSent(left)
    await settleCall(left, { status: 'error', message: 'The page was left' })
    expect(await origins()).toEqual([])
  })

  it('is no agent’s where the person called', async () => {
    const call = callForTests({ agent: null, caller: 'human' })
    await recordSent(call)
    await recordState(call.callId, settled(ok))
    expect(await originsRead.read()).toEqual({})
  })
})
