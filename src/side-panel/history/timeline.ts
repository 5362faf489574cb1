import { timeOf } from '../../store/history-entries.ts'

/** Rows of one local day. `top` in pixels is that of its heading. */
export type Day = { startsAt: number; firstIndex: number; count: number; top: number }

/** Where each of any number of rows lies, without looking at more than one number of each. */
export type Timeline = { days: Day[]; sizes: Sizes; length: number; heightPx: number }

/** In pixels; both grow with the size of letters that the person has chosen. */
export type Sizes = { row: number; heading: number }

/** The rows of a day, `from` up to and without `to`, that are to be drawn. */
export type DayWindow = { day: Day; from: number; to: number }

/** `orders` newest first. */
export function createTimeline(orders: readonly number[], sizes: Sizes): Timeline {
  const days: Day[] = []
  let heightPx = 0
  let dayStart = Infinity
  for (let index = 0; index < orders.length; index += 1) {
    const at = timeOf(orders[index] ?? 0)
    if (at < dayStart) {
      dayStart = new Date(at).setHours(0, 0, 0, 0)
      days.push({ startsAt: dayStart, firstIndex: index, count: 0, top: heightPx })
      heightPx += sizes.heading
    }
    const day = days.at(-1)
    if (day) day.count += 1
    heightPx += sizes.row
  }
  return { days, sizes, length: orders.length, heightPx }
}

export function topOfRow(timeline: Timeline, index: number): number {
  const { days, sizes } = timeline
  const day = days[findDay(days, (one) => one.firstIndex <= index)]
  return day ? day.top + sizes.heading + (index - day.firstIndex) * sizes.row : 0
}

/** The day at a height, and in it the row at or after that height. */
export function findPlace(timeline: Timeline, y: number): { day: Day; index: number } | undefined {
  const day = timeline.days[findDay(timeline.days, (one) => one.top <= y)] ?? timeline.days[0]
  if (!day) return undefined
  const below = Math.floor((y - day.top - timeline.sizes.heading) / timeline.sizes.row)
  return { day, index: day.firstIndex + Math.min(Math.max(below, 0), day.count - 1) }
}

export const heightOfDay = (day: Day, sizes: Sizes): number => sizes.heading + day.count * sizes.row

/** What is to be drawn between two heights, in pixels. */
export function daysBetween(timeline: Timeline, fromPx: number, toPx: number): DayWindow[] {
  const windows: DayWindow[] = []
  const { row, heading } = timeline.sizes
  const start = Math.max(
    findDay(timeline.days, (day) => day.top <= fromPx),
    0,
  )
  for (const day of timeline.days.slice(start)) {
    if (day.top > toPx) break
    const firstTop = day.top + heading
    const clamp = (rows: number): number => day.firstIndex + Math.min(Math.max(rows, 0), day.count)
    windows.push({
      day,
      from: clamp(Math.floor((fromPx - firstTop) / row)),
      to: clamp(Math.ceil((toPx - firstTop) / row)),
    })
    if (windows.length > maxDays) break
  }
  return windows
}

/** A day takes at least this much of a window, so more than this many never show at once. */
const maxDays = 200

/** The last day that is not past the place; -1 where none is. */
function findDay(days: readonly Day[], isReached: (day: Day) => boolean): number {
  let low = 0
  let high = days.length
  while (low < high) {
    const middle = (low + high) >>> 1
    const day = days[middle]
    if (day && isReached(day)) low = middle + 1
    else high = middle
  }
  return low - 1
}

/** The place of an order in a list that is newest first, or where it belongs. */
export function indexOfOrder(orders: readonly number[], order: number): { index: number; isFound: boolean } {
  let low = 0
  let high = orders.length
  while (low < high) {
    const middle = (low + high) >>> 1
    if ((orders[middle] ?? 0) > order) low = middle + 1
    else high = middle
  }
  return { index: low, isFound: orders[low] === order }
}
