import { describe, expect, test } from 'vitest'
import { PairingCode } from './pairing-code.ts'

function makeCode() {
  const shown: string[] = []
  let now = 1_000
  const code = new PairingCode(
    (fresh) => shown.push(fresh),
    () => now,
  )
  return { code, shown, pass: (ms: number) => (now += ms) }
}

describe('the code of a process', () => {
  test('stays for five minutes', () => {
    const { code, shown, pass } = makeCode()
    const first = code.current()
    pass(5 * 60_000 - 1)
    expect(code.current()).toBe(first)
    expect(code.isCurrent(first)).toBe(true)
    pass(1)
    expect(code.isCurrent(first)).toBe(false)
    expect(code.current()).not.toBe(first)
    expect(shown).toHaveLength(2)
  })

  test('is another after five misses', () => {
    const { code } = makeCode()
    const first = code.current()
    for (let misses = 0; misses < 4; misses += 1) code.miss()
    expect(code.current()).toBe(first)
    code.miss()
    expect(code.current()).not.toBe(first)
  })

  test('is proved a few times at most', () => {
    const { code } = makeCode()
    const proved = Array.from({ length: 20 }, () => code.takeProof())
    expect(new Set(proved).size).toBe(1)
    expect(code.takeProof()).toBeUndefined()
    expect(code.takeProof()).not.toBe(proved[0])
  })
})
