import type { CallState } from '../core/call.ts'
import type { OpenCall } from '../store/pending-confirmations.ts'

type Pending = NonNullable<OpenCall['pending']>
type Waiting = Extract<CallState, { state: 'held' | 'asking' }>

/** A stored record is JSON and at most this large; a larger card is read from the page when it is opened. */
const storedCardLimitBytes = 12 * 1024

/** What the worker keeps of a card. */
export const forPendingRecord = ({ confirmId, expiresAt, card, digest }: Waiting): Pending => ({
  confirmId,
  expiresAt,
  digest,
  summary: card.summary,
  ...(isStorable(card) ? { card } : {}),
})

const isStorable = (card: unknown): boolean =>
  new TextEncoder().encode(JSON.stringify(card)).length <= storedCardLimitBytes
