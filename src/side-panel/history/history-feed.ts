import { noMarks, type RowMarks } from '../../store/first-look.ts'
import type { StoredEntry } from '../../store/history-entries.ts'
import { readEntries, readNewestEntries, type HistoryFilter } from '../../store/history-index.ts'
import type { Facets } from '../../store/history-segments.ts'
import { findHistory, watchHistory } from '../../store/history.ts'
import { HistoryMatches } from './history-matches.ts'

/** What the list draws. Its parts change in place; `subscribe` says when. */
export type HistoryFeed = {
  /** Of the entries that pass the filter, newest first. */
  readonly orders: readonly number[]
  /** Another number whenever `orders` is. */
  readonly revision: number
  /** The newest entries are known. */
  readonly begun: Promise<void>
  /** Everything has been looked at. */
  readonly isComplete: boolean
  readonly marks: RowMarks
  find(order: number): StoredEntry | undefined
  /** Reads those of these entries that are not here yet; what was needed before and is no more may be left out. */
  need(orders: readonly number[]): void
  mark(marks: RowMarks): void
  /** Takes in an entry that was read elsewhere. */
  put(entry: StoredEntry): void
  setFilter(filter: HistoryFilter): void
  countFacets(): { facets: Facets; count: number }[]
  /** Returns how to end it. */
  subscribe(listener: () => void): () => void
}

const maxEntries = 2_000

/** More than the rows of a tall panel. */
const firstEntries = 40

/** The history as it is and as it goes on, until the signal. */
export function createHistoryFeed(signal: AbortSignal): HistoryFeed {
  const listeners = new Set<() => void>()
  const publish = (): void => listeners.forEach((listener) => listener())
  const matches = new HistoryMatches(publish, signal)
  const entries = createEntryCache(publish)
  let marks = noMarks

  // Asked for together with the index, which says which rows there are, so that the first screen is drawn once.
  const newest = readNewestEntries(firstEntries).then((read) => read.forEach(entries.put))

  async function adopt(callId: string): Promise<void> {
    const entry = await findHistory(callId)
    if (!entry || signal.aborted) return
    entries.put(entry)
    await matches.adopt(entry.order)
  }

  // One after another: two at once would both replace the segment that the other has read.
  let adopting = matches.load(false, newest)
  watchHistory((callId) => {
    adopting = adopting.then(() => (callId === '' ? matches.load(true) : adopt(callId)))
  }, signal)

  return {
    begun: matches.begun,
    get orders() {
      return matches.orders
    },
    get revision() {
      return matches.revision
    },
    get isComplete() {
      return matches.isComplete
    },
    get marks() {
      return marks
    },
    mark(next) {
      marks = next
      publish()
    },
    find: (order) => entries.find(order),
    need: (orders) => void entries.need(orders),
    put: entries.put,
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
  let wanted: readonly number[] = []
  let isReading = false
  const put = (entry: StoredEntry): void => void entries.set(entry.order, entry)
  const forgetOldest = (): void => {
    for (const order of entries.keys()) {
      if (entries.size <= maxEntries) return
      entries.delete(order)
    }
  }
  async function readMissing(orders: readonly number[]): Promise<void> {
    const missing = orders.filter((order) => !entries.has(order))
    if (missing.length === 0) return
    const read = await readEntries(missing)
    read.forEach(put)
    forgetOldest()
    if (read.length > 0) onRead()
  }
  return {
    find: (order: number) => entries.get(order),
    put,
    /** One reading at a time: rows that were scrolled past meanwhile are not read at all. */
    async need(orders: readonly number[]): Promise<void> {
      wanted = orders
      if (isReading) return
      isReading = true
      try {
        for (let read: readonly number[] = []; read !== wanted;) {
          read = wanted
          await readMissing(read)
        }
      } finally {
        isReading = false
      }
    },
  }
}
