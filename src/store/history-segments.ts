import { commonTextOf, ownTextOf } from './history-words.ts'
import type { HistoryEntry } from './history.ts'

/**
 * A run of neighbouring entries, in a form that a hundred thousand entries can be listed, filtered and searched in:
 * reading the entries themselves takes seconds, reading their segments a few dozen milliseconds.
 */
export type Segment = {
  /** The key: every order here is this or greater, and less than the next segment's. */
  first: number
  /** Ascending. */
  orders: number[]
  /** What each entry has in common with others like it; one line of text, see `kindOf`. */
  kinds: string[]
  /** What each entry alone is searched in, folded. */
  texts: string[]
}

/** Each kind once, and each column as one value: a hundred thousand entries are to be read in an instant. */
export type StoredSegment = {
  first: number
  orders: Float64Array<ArrayBuffer>
  kinds: string[]
  /** For each entry the place of its kind in `kinds`. */
  kindAt: Uint16Array<ArrayBuffer>
  texts: string
}

/** Large enough that there are few, small enough that writing one again for each step of a call costs nothing. */
const maxLength = 256

// Neither sign can be inside a cell: control characters are taken out of it.
const lineEnd = '\n'
const cellEnd = '\t'

export const decodeSegment = (stored: StoredSegment): Segment => ({
  first: stored.first,
  orders: Array.from(stored.orders),
  kinds: Array.from(stored.kindAt, (_, at) => kindOfLine(stored, at)),
  texts: textsOf(stored),
})

export const kindOfLine = ({ kinds, kindAt }: StoredSegment, at: number): string =>
  kinds[kindAt[at] ?? -1] ?? ''

export const textsOf = ({ texts }: StoredSegment): string[] => texts.split(lineEnd)

export function encodeSegment(segment: Segment): StoredSegment {
  const places = new Map<string, number>()
  for (const kind of segment.kinds) if (!places.has(kind)) places.set(kind, places.size)
  return {
    first: segment.first,
    orders: Float64Array.from(segment.orders),
    kinds: [...places.keys()],
    kindAt: Uint16Array.from(segment.kinds, (kind) => places.get(kind) ?? 0),
    texts: segment.texts.join(lineEnd),
  }
}

/** The orders of entries that are not settled. */
export function findUnsettled(stored: StoredSegment): number[] {
  const isOpen = stored.kinds.map((line) => ['held', 'running'].includes(decodeKind(line).outcome))
  if (!isOpen.includes(true)) return []
  return Array.from(stored.orders).filter((_, index) => isOpen[stored.kindAt[index] ?? -1])
}

export const emptySegment = (first: number): Segment => ({ first, orders: [], kinds: [], texts: [] })

/** Puts an entry in its place, or in the place of its earlier state. */
export function setLine(segment: Segment, order: number, entry: HistoryEntry): void {
  const found = segment.orders.findLastIndex((known) => known <= order)
  const isKnown = found >= 0 && segment.orders[found] === order
  const at = isKnown ? found : found + 1
  const replaced = isKnown ? 1 : 0
  segment.orders.splice(at, replaced, order)
  segment.kinds.splice(at, replaced, kindOf(entry))
  segment.texts.splice(at, replaced, ownTextOf(entry))
}

/** What stays of a segment without the entries that are named. */
export function withoutLines(segment: Segment, isRemoved: (index: number) => boolean): Segment {
  const stays = (_: unknown, index: number): boolean => !isRemoved(index)
  return {
    first: segment.first,
    orders: segment.orders.filter(stays),
    kinds: segment.kinds.filter(stays),
    texts: segment.texts.filter(stays),
  }
}

/** A segment that has grown too long as two; one that grew at its end gives up only the last, so that it stays full. */
export function splitSegment(segment: Segment): Segment[] {
  const { length } = segment.orders
  if (length <= maxLength) return [segment]
  const cut = length === maxLength + 1 ? maxLength : Math.floor(length / 2)
  return [slice(segment, 0, cut), slice(segment, cut, length)]
}

/** Segments for entries in ascending order, each as long as it may be. */
export const chunkSegment = (segment: Segment): Segment[] =>
  Array.from({ length: Math.ceil(segment.orders.length / maxLength) }, (_, n) =>
    slice(segment, n * maxLength, (n + 1) * maxLength),
  )

const slice = (segment: Segment, from: number, to: number): Segment => ({
  first: from === 0 ? segment.first : (segment.orders[from] ?? segment.first),
  orders: segment.orders.slice(from, to),
  kinds: segment.kinds.slice(from, to),
  texts: segment.texts.slice(from, to),
})

export type Outcome = 'held' | 'running' | NonNullable<HistoryEntry['status']> | 'undone'

export type Facets = {
  /** The document's own origin. */
  site: string
  /** The origin of the page it is framed in; the same for a page of its own. */
  topSite: string
  /** `person`, the agent's id, or the caller where neither a person nor an agent called. */
  who: string
  /** The agent's name; '' for others. */
  whoName: string
  tool: string
  /** `held`, `running`, the status of the result, or `undone`. */
  outcome: string
}

export const facetsOf = (entry: HistoryEntry): Facets => ({
  site: entry.origin,
  topSite: entry.topOrigin,
  who: entry.caller === 'human' ? 'person' : (entry.agentId ?? entry.caller),
  whoName: entry.caller === 'human' ? '' : (entry.agentName ?? ''),
  tool: entry.tool,
  outcome: outcomeOf(entry),
})

/** What became of a call so far. */
export function outcomeOf(entry: HistoryEntry): Outcome {
  if (entry.state !== 'settled') return entry.state
  return entry.undoneBy === undefined ? (entry.status ?? 'error') : 'undone'
}

const kindOf = (entry: HistoryEntry): string => {
  const { site, topSite, who, whoName, tool, outcome } = facetsOf(entry)
  return (
    [site, topSite, who, whoName, tool, outcome, commonTextOf(entry)]
      // oxlint-disable-next-line no-control-regex -- the two separators are among them
      .map((cell) => cell.replaceAll(/[\u0000-\u001f]/g, ' '))
      .join(cellEnd)
  )
}

/** `text`: what entries of this kind are searched in, folded. */
export type Kind = Facets & { text: string }

export function decodeKind(line: string): Kind {
  const [site = '', topSite = '', who = '', whoName = '', tool = '', outcome = '', text = ''] =
    line.split(cellEnd)
  return { site, topSite, who, whoName, tool, outcome, text }
}
