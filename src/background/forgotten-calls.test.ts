import 'fake-indexeddb/auto'
import { fakeBrowser } from '@webext-core/fake-browser'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { callForTests } from './call-for-tests.ts'

vi.mock('webextension-polyfill', () => ({ default: fakeBrowser }))
const { recordHistory } = await import('./call-history.ts')
const { recordSent } = await import('./call-records.ts')
const { settleForgottenCalls } = await import('./forgotten-calls.ts')
const { findHistory } = await import('../store/history.ts')
const { findOutcome } = await import('../store/outcomes.ts')

beforeEach(() => fakeBrowser.reset())

const restarted =
  'The browser or the extension was restarted before the result arrived; the outcome is unknown'

describe('calls that were open when the browser closed', () => {
  it('are settled at the next start: what was held was cancelled, what ran is unknown', async () => {
    const [held, running, asking] = [callForTests(), callForTests(), callForTests()]
    await recordHistory(held, { state: 'held' })
    await recordHistory(running, { state: 'running' })
    await recordHistory(asking, { state: 'held', isWithinRun: true })
    await settleForgottenCalls()
    expect(await findHistory(held.callId)).toMatchObject({
      state: 'settled',
      status: 'cancelled',
      by: 'signal',
    })
    for (const { callId } of [running, asking]) {
      expect(await findHistory(callId)).toMatchObject({
        state: 'settled',
        status: 'error',
        message: restarted,
      })
    }
    expect(await findOutcome('agent-1', running.callId)).toMatchObject({ result: { message: restarted } })
  })

  it('are told from those that still live and those that start later', async () => {
    const alive = callForTests({ state: 'running' })
    await recordSent(alive)
    await settleForgottenCalls()
    const later = callForTests()
    await recordHistory(later, { state: 'running' })
    await settleForgottenCalls()
    for (const { callId } of [alive, later]) {
      expect(await findHistory(callId)).toMatchObject({ state: 'running' })
    }
  })
})
