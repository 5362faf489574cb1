import { describe, expect, it } from 'vitest'
import { clockOf } from './calendar.ts'
import { readDay } from './calendar-days.ts'

describe('readDay', () => {
  it.each([
    ['2027-03-14', { year: 2027, month: 3, day: 14 }],
    ['March 21, 2027', { year: 2027, month: 3, day: 21 }],
    ['21 March 2027', { year: 2027, month: 3, day: 21 }],
  ])('reads %s', (text, day) => {
    expect(readDay(text)).toEqual(day)
  })
  it.each(['', '14', '2027', 'soon', '19:30', 'March 21'])('reads no day in %j', (text) => {
    expect(readDay(text)).toBeNull()
  })
})

describe('clockOf', () => {
  it.each([
    ['19:30', 1170],
    ['7:30 PM', 1170],
    ['12:05 am', 5],
    ['09:00:00', 540],
  ])('reads %s', (text, minutes) => {
    expect(clockOf(text)).toBe(minutes)
  })
  it.each(['', '2027-03-14', 'noon'])('reads no time in %j', (text) => {
    expect(clockOf(text)).toBeNull()
  })
})
