import { expect, test } from 'vitest'
import { readHoldMs } from './hold-limit.ts'

test('an answer is held back for 45 s, or less where the person says so, never longer', () => {
  expect(readHoldMs({})).toBe(45_000)
  expect(readHoldMs({ COUNTERSIGN_HOLD_MS: '20000' })).toBe(20_000)
  expect(readHoldMs({ COUNTERSIGN_HOLD_MS: '90000' })).toBe(45_000)
  for (const odd of ['', 'soon', '0', '-5', '10'])
    expect(readHoldMs({ COUNTERSIGN_HOLD_MS: odd })).toBe(45_000)
})
