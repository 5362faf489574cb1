import type { RefObject } from 'preact'
import { useEffect, useLayoutEffect, useMemo, useRef, useState } from 'preact/hooks'
import type { HistoryFeed } from './history-feed.ts'
import {
  createTimeline,
  daysBetween,
  findPlace,
  indexOfOrder,
  topOfRow,
  type DayWindow,
  type Sizes,
  type Timeline,
} from './timeline.ts'

export type SteadyScroll = {
  ref: RefObject<HTMLDivElement | null>
  timeline: Timeline
  windows: DayWindow[]
  /** The first row in sight. */
  firstIndex: number
  /** Of the content, in pixels; more than its rows where that is needed to keep them in place. */
  heightPx: number
  /** New calls above what is in sight. */
  unseen: number
  showNewest: () => void
  scrollToRow: (index: number) => void
}

/**
 * Where the list stands, by a row rather than by a number: the row `order` is `offset` pixels below the upper edge.
 * `seen` is the newest order that has been in sight.
 */
type Place = {
  /** Where the element stands, as far as is known without asking it. */
  stands: number
  scrollTop: number
  order: number
  offset: number
  seen: number
  edge: number
  filterKey: string
}
type Hold = { isPointed: boolean; hasFocus: boolean; isAutomatic: boolean }

const overscanRows = 8
/** Of the window's height, for the list: what it is drawn by before it can be measured. */
const likelyShare = 0.8
const bandRows = 4

/** Keeps the rows where they are while the person points at them, has the focus in them, or has scrolled. */
export function useSteadyScroll(feed: HistoryFeed, filterKey: string): SteadyScroll {
  const ref = useRef<HTMLDivElement>(null)
  const [sizes, setSizes] = useState(readSizes)
  const [, setBand] = useState('')
  const [height, setHeight] = useState(innerHeight * likelyShare)
  const timeline = useMemo(() => createTimeline(feed.orders, sizes), [feed, feed.revision, sizes])
  const place = useRef<Place>({ ...newestPlace })
  const hold = useRef<Hold>({ isPointed: false, hasFocus: false, isAutomatic: false })
  if (place.current.filterKey !== filterKey)
    place.current = { ...newestPlace, filterKey, edge: place.current.edge, stands: place.current.stands }

  const isHeld = hold.current.isPointed || hold.current.hasFocus
  const top = steadyTop(place.current, timeline, feed.orders, isHeld)
  const windows = windowsIn(timeline, { top, height, overscan: useOverscan() })
  const heightPx = isHeld ? Math.max(timeline.heightPx, top + height) : timeline.heightPx

  useLayoutEffect(() => {
    const element = ref.current
    if (element && isMovedTo(top, element, place.current, hold.current))
      note(place.current, timeline, feed.orders)
  })
  const latest = useRef(timeline)
  latest.current = timeline
  useEffect(() => {
    const element = ref.current
    if (!element) return undefined
    const noteScroll = (): void => {
      const { scrollTop } = element
      place.current.stands = scrollTop
      if (Math.abs(scrollTop - place.current.scrollTop) > 1) hold.current.isAutomatic = false
      note(place.current, latest.current, feed.orders)
      setBand(`${Math.floor(scrollTop / (bandRows * sizes.row))} ${scrollTop <= 0}`)
    }
    const noteSize = (): void => {
      const edge = element.getBoundingClientRect().top
      if (hold.current.isPointed) place.current.offset -= edge - place.current.edge
      place.current.edge = edge
      place.current.stands = element.scrollTop
      setHeight(element.clientHeight)
      setSizes(refreshSizes)
      setBand(`at ${edge}`)
    }
    const noteHold = (change: Partial<Hold>): void => {
      const { isPointed, hasFocus, isAutomatic } = Object.assign(hold.current, change)
      if (isAutomatic && !isPointed && !hasFocus) scrollToTop(element)
    }
    return listen(element, { onScroll: noteScroll, onHold: noteHold, onResize: noteSize })
  }, [feed, sizes])

  return {
    ref,
    timeline,
    windows,
    firstIndex: findPlace(timeline, top)?.index ?? 0,
    heightPx,
    unseen: top > 0 ? countNewer(feed.orders, place.current.seen) : 0,
    showNewest: () => ref.current && scrollToTop(ref.current),
    scrollToRow: (index) => ref.current && revealRow(ref.current, timeline, index),
  }
}

const newestPlace: Place = { stands: 0, scrollTop: 0, order: 0, offset: 0, seen: 0, edge: 0, filterKey: '' }

const countNewer = (orders: readonly number[], seen: number): number =>
  seen > 0 ? indexOfOrder(orders, seen).index : 0

/** How many rows are drawn on either side of those in sight: none before the first screen is there. */
function useOverscan(): number {
  const [rows, setRows] = useState(0)
  useEffect(() => {
    const idle = requestIdleCallback(() => setRows(overscanRows), { timeout: 1_000 })
    return () => cancelIdleCallback(idle)
  }, [])
  return rows
}

type Sight = { top: number; height: number; overscan: number }

function windowsIn(timeline: Timeline, { top, height, overscan }: Sight): DayWindow[] {
  const margin = overscan * timeline.sizes.row
  return daysBetween(timeline, Math.max(top - margin, 0), top + height + margin)
}

function steadyTop(place: Place, timeline: Timeline, orders: readonly number[], isHeld: boolean): number {
  const isFree = place.scrollTop <= 0 && !isHeld
  if (isFree || place.order === 0) return Math.max(place.scrollTop, 0)
  const { index } = indexOfOrder(orders, place.order)
  return Math.max(topOfRow(timeline, Math.min(index, timeline.length - 1)) - place.offset, 0)
}

/** False where the element is not drawn at all: without a height it has no place of its own either. */
function isMovedTo(top: number, element: HTMLElement, place: Place, hold: Hold): boolean {
  // Asked where it stands now, it would have to be laid out at once, which takes longer than to draw it.
  if (Math.abs(place.stands - top) <= 0.5) return true
  if (element.clientHeight === 0) return false
  if (top > 0 && place.scrollTop <= 0) hold.isAutomatic = true
  element.scrollTop = top
  place.stands = element.scrollTop
  return true
}

/** Takes the place down by the first row in sight. */
function note(place: Place, timeline: Timeline, orders: readonly number[]): void {
  const scrollTop = place.stands
  const found = findPlace(timeline, scrollTop)
  place.scrollTop = scrollTop
  place.order = (found && orders[found.index]) ?? 0
  place.offset = found ? topOfRow(timeline, found.index) - scrollTop : 0
  if (scrollTop <= 0) place.seen = orders[0] ?? 0
}

type Listeners = {
  onScroll: () => void
  onHold: (change: Partial<Hold>) => void
  onResize: () => void
}

function listen(element: HTMLElement, { onScroll, onHold, onResize }: Listeners): () => void {
  const lifetime = new AbortController()
  const options = { signal: lifetime.signal, passive: true }
  element.addEventListener('scroll', onScroll, options)
  element.addEventListener('pointerenter', () => onHold({ isPointed: true }), options)
  element.addEventListener('pointerleave', () => onHold({ isPointed: false }), options)
  element.addEventListener('focusin', () => onHold({ hasFocus: isFocusShown(element) }), options)
  element.addEventListener('focusout', () => onHold({ hasFocus: false }), options)
  const observer = new ResizeObserver(onResize)
  observer.observe(element)
  lifetime.signal.addEventListener('abort', () => observer.disconnect())
  return () => lifetime.abort()
}

/** A click leaves the focus behind, too, and must not keep new calls out of sight. */
const isFocusShown = (element: HTMLElement): boolean => element.querySelector(':focus-visible') !== null

/** At once: the list is drawn anew on the way, and a drawing that comes late would hold a smooth way up. */
function scrollToTop(element: HTMLElement): void {
  element.scrollTo({ top: 0, behavior: 'instant' })
}

/** Scrolls no farther than it takes to have the row, and the heading over it, in sight. */
function revealRow(element: HTMLElement, timeline: Timeline, index: number): void {
  const { row, heading } = timeline.sizes
  const top = topOfRow(timeline, index)
  const upper = top - heading
  const lower = top + row - element.clientHeight
  if (element.scrollTop > upper) element.scrollTop = upper
  else if (element.scrollTop < lower) element.scrollTop = lower
}

function readSizes(): Sizes {
  const rem = Number.parseFloat(getComputedStyle(document.documentElement).fontSize)
  // In a narrow panel a row has three lines.
  const rowRem = matchMedia('(width < 17rem)').matches ? 4.75 : 3.5
  return { row: Math.round(rem * rowRem), heading: Math.round(rem * 2) }
}

function refreshSizes(known: Sizes): Sizes {
  const sizes = readSizes()
  return sizes.row === known.row && sizes.heading === known.heading ? known : sizes
}
