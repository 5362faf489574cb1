import type { IDBPObjectStore, StoreNames } from 'idb'
import type { CountersignDatabase } from './database.ts'
import type { HistoryEntry } from './history.ts'
import {
  chunkSegment,
  decodeSegment,
  emptySegment,
  encodeSegment,
  setLine,
  splitSegment,
  withoutLines,
  type Segment,
  type StoredSegment,
} from './history-segments.ts'

/** `order` is the key: newest is greatest, and it says the time (see `timeOf`), so days need no entry to be read. */
export type StoredEntry = HistoryEntry & { order: number }

const ordersPerMs = 1000

/** When the call of this order started, epoch milliseconds. */
export const timeOf = (order: number): number => Math.floor(order / ordersPerMs)

/** The smallest order that a call started at this time can have. */
export const firstOrderOf = (atMs: number): number => Math.floor(atMs) * ordersPerMs

type WritableStore<Name extends 'history' | 'historySegments'> = IDBPObjectStore<
  CountersignDatabase,
  StoreNames<CountersignDatabase>[],
  Name,
  'readwrite' | 'versionchange'
>

/** The two stores of the history in one transaction: both change together or not at all. */
export type HistoryStores = {
  entries: WritableStore<'history'>
  segments: WritableStore<'historySegments'>
}

/** Adds an entry or replaces the one of the same call, which keeps its place. */
export async function putEntry(stores: HistoryStores, entry: HistoryEntry): Promise<void> {
  const order = await orderOf(stores, entry)
  await stores.entries.put({ ...entry, order })
  const found = await findSegment(stores, order)
  const segment = found ? decodeSegment(found) : emptySegment(order)
  setLine(segment, order, entry)
  for (const part of splitSegment(segment)) await stores.segments.put(encodeSegment(part))
}

async function orderOf(stores: HistoryStores, entry: HistoryEntry): Promise<number> {
  const known = await stores.entries.index('callId').getKey(entry.callId)
  if (known !== undefined) return known
  const first = firstOrderOf(entry.startedAt)
  const sameMs = IDBKeyRange.bound(first, first + ordersPerMs - 1)
  const last = await stores.entries.openKeyCursor(sameMs, 'prev')
  return last ? last.primaryKey + 1 : first
}

const findSegment = async (stores: HistoryStores, order: number): Promise<StoredSegment | undefined> =>
  (await stores.segments.openCursor(IDBKeyRange.upperBound(order), 'prev'))?.value

/** Many entries at once, in the order of their start, into a history that holds none of them and nothing later. */
export async function fillEntries(stores: HistoryStores, entries: readonly HistoryEntry[]): Promise<void> {
  const first = entries[0]
  if (!first) return
  const all = emptySegment(firstOrderOf(first.startedAt))
  let last = 0
  const writes: Promise<unknown>[] = []
  for (const entry of entries) {
    last = Math.max(firstOrderOf(entry.startedAt), last + 1)
    writes.push(stores.entries.put({ ...entry, order: last }))
    setLine(all, last, entry)
  }
  for (const segment of chunkSegment(all)) writes.push(stores.segments.put(encodeSegment(segment)))
  await Promise.all(writes)
}

/** Removes what `isRemoved` says of one segment, and the segment with its last entry. Returns how many went. */
export async function removeFromSegment(
  stores: HistoryStores,
  segment: Segment,
  isRemoved: (index: number) => boolean,
): Promise<number> {
  const rest = withoutLines(segment, isRemoved)
  const removed = segment.orders.filter((_, index) => isRemoved(index))
  if (removed.length === 0) return 0
  await Promise.all(removed.map((order) => stores.entries.delete(order)))
  if (rest.orders.length === 0) await stores.segments.delete(segment.first)
  else await stores.segments.put(encodeSegment(rest))
  return removed.length
}

export async function removeOrder(stores: HistoryStores, order: number): Promise<void> {
  const found = await findSegment(stores, order)
  if (!found) return
  const segment = decodeSegment(found)
  await removeFromSegment(stores, segment, (index) => segment.orders[index] === order)
}
