import { openDatabase, type CountersignDatabase } from './database.ts'
import type { StoredEntry } from './history-entries.ts'
import { decodeKind, kindOfLine, textsOf, type Facets, type StoredSegment } from './history-segments.ts'

/**
 * What is known of the whole history without its entries, newest segment first; one panel's, in memory. As it is stored:
 * a hundred thousand strings more would slow down whatever the page does.
 */
export type HistoryIndex = { segments: StoredSegment[]; isComplete: boolean }

/** In segments; the first screen needs one, and no later batch may keep the interface waiting. */
const batchLengths = [1, 4, 12] as const
const laterBatchLength = 24

/**
 * Reads the whole index, newest first, and calls after each batch: the first screen need not wait for the rest. What the
 * call returns is awaited.
 */
export async function loadIndex(
  index: HistoryIndex,
  onBatch: () => void | Promise<void>,
  signal: AbortSignal,
): Promise<void> {
  for (let batch = 0; !index.isComplete; batch += 1) {
    const length = batchLengths[batch] ?? laterBatchLength
    // Never by a list of the keys: the browser reads every segment to make one.
    const stored = await readNewest('historySegments', length, index.segments.at(-1)?.first)
    if (signal.aborted) return
    index.segments.push(...stored.map(readSegment))
    index.isComplete = stored.length < length
    await onBatch()
  }
}

type NewestFirst = { query: IDBKeyRange | null; count: number; direction: 'prev' }

/** Newest first, those alone whose key is less than `before` where it is given. */
async function readNewest<Name extends 'history' | 'historySegments'>(
  name: Name,
  count: number,
  before?: number,
): Promise<CountersignDatabase[Name]['value'][]> {
  const query = before === undefined ? null : IDBKeyRange.upperBound(before, true)
  const options: NewestFirst = { query, count, direction: 'prev' }
  // The types do not know yet that options may stand in the place of the range.
  return (await openDatabase()).getAll(name, options as unknown as IDBKeyRange)
}

/** The latest entries, newest first, found without the index. */
export const readNewestEntries = (count: number): Promise<StoredEntry[]> => readNewest('history', count)

const readSegment = (stored: StoredSegment): StoredSegment => ({ ...stored, kinds: stored.kinds.map(intern) })

// Few kinds are different, and one string for each is what makes counting and filtering them cheap.
const interned = new Map<string, string>()
const intern = (line: string): string => {
  const known = interned.get(line)
  if (known !== undefined) return known
  interned.set(line, line)
  return line
}

/** Reads again what is around an order that was written. */
export async function refreshIndex(index: HistoryIndex, order: number): Promise<void> {
  const at = index.segments.findIndex((segment) => segment.first <= order)
  const lower = at < 0 ? 0 : (index.segments[at]?.first ?? 0)
  const newer = at < 0 ? index.segments.at(-1) : index.segments[at - 1]
  const range = newer ? IDBKeyRange.bound(lower, newer.first, false, true) : IDBKeyRange.lowerBound(lower)
  const stored = await (await openDatabase()).getAll('historySegments', range)
  // While it was read another batch may have come in, at the old end alone.
  const from = newer ? index.segments.indexOf(newer) + 1 : 0
  const replaced = at < 0 ? 0 : 1
  index.segments.splice(from, replaced, ...stored.map(readSegment).toReversed())
}

export type HistoryFilter = {
  /** Each has to be found; as `queryWords` gives them. */
  words: readonly string[]
  site?: string
  who?: string
  tool?: string
  outcome?: string
}

/** Whether the lines of a segment pass; one function for each filter, since it remembers what it found out. */
export type LineTest = (segment: StoredSegment) => (at: number) => boolean

export function createLineTest(filter: HistoryFilter): LineTest {
  /** By kind: the words that the entry's own text has to hold still, or that no entry of the kind passes. */
  const wanting = new Map<string, readonly string[] | 'none'>()
  const look = (line: string): readonly string[] | 'none' => {
    const kind = decodeKind(line)
    return passesFacets(kind, filter) ? filter.words.filter((word) => !kind.text.includes(word)) : 'none'
  }
  return (segment) => {
    let texts: string[] | undefined
    return (at) => {
      const line = kindOfLine(segment, at)
      const words = wanting.get(line) ?? look(line)
      wanting.set(line, words)
      if (words === 'none' || words.length === 0) return words !== 'none'
      texts ??= textsOf(segment)
      const text = texts[at] ?? ''
      return words.every((word) => text.includes(word))
    }
  }
}

const passesFacets = (facets: Facets, { site, who, tool, outcome }: HistoryFilter): boolean =>
  (site === undefined || facets.site === site || facets.topSite === site) &&
  (who === undefined || facets.who === who) &&
  (tool === undefined || facets.tool === tool) &&
  (outcome === undefined || facets.outcome === outcome)

/** The orders of a segment's lines that pass, newest first. */
export function matchSegment(segment: StoredSegment, test: LineTest): number[] {
  const found: number[] = []
  const passes = test(segment)
  for (let at = segment.orders.length - 1; at >= 0; at -= 1) {
    const order = segment.orders[at]
    if (order !== undefined && passes(at)) found.push(order)
  }
  return found
}

/** How many entries there are of each kind, for the choices of the filters. */
export function countFacets(index: HistoryIndex): { facets: Facets; count: number }[] {
  const counts = new Map<string, number>()
  for (const segment of index.segments) {
    const ofKinds = new Uint32Array(segment.kinds.length)
    for (const at of segment.kindAt) ofKinds[at] = (ofKinds[at] ?? 0) + 1
    segment.kinds.forEach((line, at) => counts.set(line, (counts.get(line) ?? 0) + (ofKinds[at] ?? 0)))
  }
  return [...counts].map(([line, count]) => ({ facets: decodeKind(line), count }))
}

/** Entries by order; one that is gone by now is left out. */
export async function readEntries(orders: readonly number[]): Promise<StoredEntry[]> {
  const { store } = (await openDatabase()).transaction('history')
  const found = await Promise.all(orders.map((order) => store.get(order)))
  return found.filter((entry) => entry !== undefined)
}
