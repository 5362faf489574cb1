import type { StoredEntry } from '../../store/history-entries.ts'
import { readEntries, type HistoryFilter } from '../../store/history-index.ts'
import type { Facets } from '../../store/history-segments.ts'
import { findHistory, watchHistory } from '../../store/history.ts'
import { HistoryMatches } from './history-matches.ts'

/** What the list draws. Its parts change in place; `subscribe` says when. */
export type HistoryFeed = {
  /** Of the entries that pass the filter, newest first. */
  readonly orders: readonly number[]
  /** Another number whenever `orders` is. */
  readonly revision: number
  /** Everything has been looked at. */
  readonly isComplete: boolean
  find(order: number): StoredEntry | undefined
  /** Reads the entries that are not here yet. */
  need(orders: readonly number[]): void
  setFilter(filter: HistoryFilter): void
  countFacets(): { facets: Facets; count: number }[]
  /** Returns how to end it. */
  subscribe(listener: () => void): () => void
}

const maxEntries = 2_000

/** The history as it is and as it goes on, until the signal. */
export function createHistoryFeed(signal: AbortSignal): HistoryFeed {
  const listeners = new Set<() => void>()
  const publish = (): void => listeners.forEach((listener) => listener())
  const matches = new HistoryMatches(publish, signal)
  const entries = createEntryCache(publish)

  async function adopt(callId: string): Promise<void> {
    const entry = await findHistory(callId)
    if (!entry || signal.aborted) return
    entries.put(entry)
    await matches.adopt(entry.order)
  }

  // One after another: two at once would both replace the segment that the other has read.
  let adopting = matches.load(false)
  watchHistory((callId) => {
    adopting = adopting.then(() => (callId === '' ? matches.load(true) : adopt(callId)))
  }, signal)

  return {
    get orders() {
      return matches.orders
    },
    get revision() {
      return matches.revision
    },
    get isComplete() {
      return matches.isComplete
    },
    find: (order) => entries.find(order),
    need: (orders) => entries.need(orders),
    setFilter: (filter) => matches.setFilter(filter),
    countFacets: matches.countFacets,
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}

function createEntryCache(onRead: () => void) {
  const entries = new Map<number, StoredEntry>()
  const asked = new Set<number>()
  const forgetOldest = (): void => {
    for (const order of entries.keys()) {
      if (entries.size <= maxEntries) return
      entries.delete(order)
    }
  }
  return {
    find: (order: number) => entries.get(order),
    put: (entry: StoredEntry) => void entries.set(entry.order, entry),
    need(wanted: readonly number[]): void {
      const missing = wanted.filter((order) => !entries.has(order) && !asked.has(order))
      if (missing.length === 0) return
      for (const order of missing) asked.add(order)
      void readEntries(missing).then((read) => {
        for (const entry of read) entries.set(entry.order, entry)
        for (const order of missing) asked.delete(order)
        forgetOldest()
        if (read.length > 0) onRead()
      })
    },
  }
}
