import type { CallState } from '../core/call.ts'
import { cutText } from '../core/display-text.ts'
import { summaryMaxLength } from '../core/limits.ts'
import type { OpenCall } from '../store/pending-confirmations.ts'

type Waiting = Extract<CallState, { state: 'held' | 'asking' }>

/** A stored record is JSON and at most this large. */
const recordLimitBytes = 16 * 1024

/** The record of a call that waits. Where the card has no room it is read from the page when it is opened. */
export function withPending(call: OpenCall, waiting: Waiting): OpenCall {
  const { state, confirmId, expiresAt, card, digest } = waiting
  const summary = cutText(card.summary, summaryMaxLength)
  const short: OpenCall = { ...call, state, pending: { confirmId, expiresAt, digest, summary } }
  const whole: OpenCall = { ...call, state, pending: { confirmId, expiresAt, digest, summary, card } }
  return bytesOf(whole) <= recordLimitBytes ? whole : short
}

const bytesOf = (record: OpenCall): number => new TextEncoder().encode(JSON.stringify(record)).length
