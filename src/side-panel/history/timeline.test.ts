import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { firstOrderOf } from '../../store/history-entries.ts'
import { createTimeline, daysBetween, findPlace, indexOfOrder, topOfRow } from './timeline.ts'

const sizes = { row: 60, heading: 32 }
const hour = 3_600_000
const start = new Date(2026, 2, 20, 12).getTime()
/** One call each hour, newest first. */
const hourly = (count: number): number[] =>
  Array.from({ length: count }, (_, n) => firstOrderOf(start + (count - n) * hour))

describe('a timeline', () => {
  it('gives each local day a heading, also where a day has 23 or 25 hours', () => {
    const orders = hourly(24 * 30)
    const { days } = createTimeline(orders, sizes)
    const expected = new Set(orders.map((order) => new Date(order / 1000).toDateString()))
    expect(days.map((day) => new Date(day.startsAt).toDateString())).toEqual([...expected])
    expect(days.reduce((sum, day) => sum + day.count, 0)).toBe(orders.length)
  })

  it('is empty without calls', () => {
    const timeline = createTimeline([], sizes)
    expect(timeline).toEqual({ days: [], sizes, length: 0, heightPx: 0 })
    expect(daysBetween(timeline, 0, 500)).toEqual([])
    expect(findPlace(timeline, 0)).toBeUndefined()
  })

  it('draws exactly what a window shows, whatever is scrolled to', () => {
    const timeline = createTimeline(hourly(400), sizes)
    fc.assert(
      fc.property(fc.nat(timeline.heightPx), fc.integer({ min: 1, max: 900 }), (from, height) => {
        const to = from + height
        const drawn = daysBetween(timeline, from, to)
        for (let index = 0; index < 400; index += 1) {
          const top = topOfRow(timeline, index)
          const isVisible = top < to && top + sizes.row > from
          const isDrawn = drawn.some((one) => one.from <= index && index < one.to)
          expect(isDrawn, `row ${index} at ${top} of ${from} to ${to}`).toBe(isVisible)
        }
        for (const { day } of drawn) expect(day.top).toBeLessThanOrEqual(to)
      }),
    )
  })

  it('finds the row at a height and the height of a row', () => {
    const timeline = createTimeline(hourly(300), sizes)
    for (let index = 0; index < 300; index += 7)
      expect(findPlace(timeline, topOfRow(timeline, index) + 1)?.index).toBe(index)
  })

  it('finds an order, or where it belongs', () => {
    const orders = [50, 40, 30]
    expect(indexOfOrder(orders, 40)).toEqual({ index: 1, isFound: true })
    expect(indexOfOrder(orders, 45)).toEqual({ index: 1, isFound: false })
    expect(indexOfOrder(orders, 60)).toEqual({ index: 0, isFound: false })
    expect(indexOfOrder(orders, 10)).toEqual({ index: 3, isFound: false })
  })
})
