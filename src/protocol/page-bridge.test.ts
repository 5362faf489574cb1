import { anything, assert, property } from 'fast-check'
import { describe, expect, test } from 'vitest'
import { readEnvelope } from './page-bridge.ts'

const clientId = '3f0e8a52-6a3e-4d34-9d29-0b1f5d1c8a11'
const read = (message: unknown) => readEnvelope({ toolmark: 1, message }, clientId)
const call = { protocol: 1, type: 'call', clientId, id: 'a', tool: 'add', input: { a: 1 } }

const nested = (depth: number): unknown => {
  let value: unknown = 1
  for (let level = 0; level < depth; level++) value = { value }
  return value
}

describe('readEnvelope', () => {
  test('takes the three messages of an agent', () => {
    expect(read(call)).toEqual({ kind: 'message', message: call })
    expect(read({ ...call, rev: 3 }).kind).toBe('message')
    expect(read({ protocol: 1, type: 'describe', clientId, id: 'a', tool: 'add' }).kind).toBe('message')
    expect(read({ protocol: 1, type: 'cancel', clientId, id: 'a' }).kind).toBe('message')
  })

  test.each([
    ['an unknown key', { ...call, extra: true }],
    ['a negative rev', { ...call, rev: -1 }],
    ['a date in the input', { ...call, input: new Date() }],
    ['a map in the input', { ...call, input: new Map() }],
    ['a number that JSON lacks', { ...call, input: { a: Number.NaN } }],
    ['65 levels', { ...call, input: nested(64) }],
    ['more than 1 MiB', { ...call, input: 'x'.repeat(1024 * 1024) }],
    ['more than 1 MiB in UTF-8', { ...call, input: 'é'.repeat(600_000) }],
    ['65 levels in what it describes', { ...call, type: 'describe', tool: nested(64) }],
  ])('takes no request with %s, and says which it was', (_what, message) => {
    expect(read(message)).toEqual({ kind: 'invalid', id: 'a' })
  })

  test.each([
    ['no id', { ...call, id: undefined }],
    ['an empty id', { ...call, id: '' }],
    ['another type', { ...call, type: 'toString' }],
    ['a cancel with an unknown key', { protocol: 1, type: 'cancel', clientId, id: 'a', extra: true }],
    ['another client and 65 levels', { ...call, clientId: 'another', input: nested(64) }],
  ])('drops %s', (_what, message) => {
    expect(read(message)).toEqual({ kind: 'invalid' })
  })

  test('takes 64 levels and just under 1 MiB', () => {
    expect(read({ ...call, input: nested(62) }).kind).toBe('message')
    expect(read({ ...call, input: 'x'.repeat(1024 * 1024 - 300) }).kind).toBe('message')
  })

  test('ignores other clients, its own messages and others of the page', () => {
    expect(read({ protocol: 1, type: 'result', clientId, id: 'a', result: {} })).toEqual({ kind: 'ignored' })
    expect(read({ ...call, clientId: 'another' })).toEqual({ kind: 'ignored' })
    for (const data of [undefined, 'x', { toolmark: 2, message: call }, { message: call }, [1]]) {
      expect(readEnvelope(data, clientId)).toEqual({ kind: 'ignored' })
    }
  })

  test('answers another protocol only where there is an id to answer', () => {
    expect(read({ ...call, protocol: 2 })).toEqual({ kind: 'unsupported', id: 'a' })
    expect(read({ protocol: 2, clientId })).toEqual({ kind: 'invalid' })
    expect(read({ ...call, protocol: 2, id: 'x'.repeat(201) })).toEqual({ kind: 'invalid' })
  })

  test('survives cycles, getters that throw and revoked proxies', () => {
    const cycle: Record<string, unknown> = { ...call }
    cycle['input'] = cycle
    const throwing = Object.defineProperty({ ...call }, 'input', {
      enumerable: true,
      get() {
        throw new Error('no')
      },
    })
    const { proxy, revoke } = Proxy.revocable({}, {})
    revoke()
    for (const message of [cycle, throwing, { ...call, input: proxy }]) {
      expect(read(message)).toEqual({ kind: 'invalid', id: 'a' })
    }
    expect(read(proxy)).toEqual({ kind: 'invalid' })
  })

  test('never throws, whatever arrives', () => {
    assert(
      property(
        anything({ withBigInt: true, withDate: true, withMap: true, withNullPrototype: true }),
        (value) => {
          const kinds = ['message', 'unsupported', 'invalid', 'ignored']
          expect(kinds).toContain(readEnvelope(value, clientId).kind)
          expect(kinds).toContain(read(value).kind)
          expect(kinds).toContain(read({ ...call, input: value }).kind)
        },
      ),
    )
  })
})
