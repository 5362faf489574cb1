import { describe, expect, it } from 'vitest'
import type { CallState } from '../core/call.ts'
import { callForTests, waitingForTests } from './call-for-tests.ts'
import { withPending } from './pending-record.ts'

type Waiting = Extract<CallState, { state: 'held' | 'asking' }>
const waiting = waitingForTests('held') as Waiting
const withInput = (length: number, summary = 'Book a table'): Waiting => ({
  ...waiting,
  card: { ...waiting.card, summary, input: { note: 'x'.repeat(length) } },
})
const bytesOf = (value: unknown): number => Buffer.byteLength(JSON.stringify(value))

describe('the stored record of a call that waits', () => {
  it('has its card where both fit in 16 KB', () => {
    expect(withPending(callForTests(), withInput(14_000)).pending?.card).toBeDefined()
    const seen = { description: 'x'.repeat(2048), params: '', hints: '' }
    expect(withPending(callForTests({ seen }), withInput(14_000)).pending).not.toHaveProperty('card')
  })

  it('is at most 16 KB, however large the card', () => {
    const record = withPending(callForTests(), withInput(100_000, 'é'.repeat(100_000)))
    expect(record.pending?.summary).toHaveLength(2048)
    expect(bytesOf(record)).toBeLessThanOrEqual(16 * 1024)
  })
})
