import { describe, expect, test } from 'vitest'
import { createGuard } from './guard.ts'

function start(isSelfOpened = false) {
  let now = 1_000
  const guard = createGuard({ now: () => now, isSelfOpened })
  const pass = (ms: number): void => {
    now += ms
  }
  return { guard, pass }
}

describe('a guard of a popup that a person opened', () => {
  test('is inert for 500 ms after it appears', () => {
    const { guard, pass } = start()
    pass(499)
    expect(guard.isArmed()).toBe(false)
    pass(1)
    expect(guard.isArmed()).toBe(true)
  })

  test('counts a press once it is armed', () => {
    const { guard, pass } = start()
    pass(500)
    expect(guard.press()).toBe(true)
    expect(guard.isArmed()).toBe(true)
  })

  test('starts anew with a press meanwhile, so that impatience never approves', () => {
    const { guard, pass } = start()
    for (let i = 0; i < 20; i++) {
      pass(400)
      expect(guard.press()).toBe(false)
    }
    pass(500)
    expect(guard.press()).toBe(true)
  })

  test('starts anew when something is disturbed', () => {
    const { guard, pass } = start()
    pass(700)
    guard.disturb()
    expect(guard.isArmed()).toBe(false)
    pass(500)
    expect(guard.isArmed()).toBe(true)
  })
})

describe('a guard of a popup that opened by itself', () => {
  test('never arms without a move', () => {
    const { guard, pass } = start(true)
    pass(60_000)
    expect(guard.press()).toBe(false)
  })

  test('takes the first position for the place where the pointer already was', () => {
    const { guard, pass } = start(true)
    guard.noteMove('10 10')
    guard.noteMove('10 10')
    pass(60_000)
    expect(guard.isArmed()).toBe(false)
    guard.noteMove('11 10')
    expect(guard.isArmed()).toBe(true)
  })

  test('wants a second of quiet', () => {
    const { guard, pass } = start(true)
    guard.noteMove('1 1')
    guard.noteMove('2 2')
    pass(999)
    expect(guard.press()).toBe(false)
    pass(999)
    expect(guard.isArmed()).toBe(false)
    pass(1)
    expect(guard.isArmed()).toBe(true)
  })
})
