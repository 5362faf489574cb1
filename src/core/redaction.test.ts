import { describe, expect, test } from 'vitest'
import { isEmpty, redacted } from './redaction.ts'
import { redactorOf, schema } from './redactor-for-tests.ts'

describe('what is sensitive', () => {
  test.each([
    ['format: password', 'a', 'page'],
    ['writeOnly: true', 'b', 'page'],
    ['a label', 'c', 'field'],
    ['a schema inside a list', 'rows.3.d', 'page'],
    ['a name', 'x.password', 'field'],
    ["the tool's own path", 'z.1.y', 'page'],
    ["the person's rule", 'customerId', 'rule'],
  ])('%s', (_what, path, why) => {
    expect(redactorOf({ schema, paths: ['z.*.y'], rules: ['customer id'] }).reasonAt(path)?.why).toBe(why)
  })

  test('is said by the field where the tool is made from a form', () => {
    expect(redactorOf({ kind: 'fill', paths: ['values.x'] }).reasonAt('values.x')?.why).toBe('field')
    expect(redactorOf({ kind: 'fill', paths: ['values.x'] }).reasonAt('x')?.why).toBe('field')
  })

  test('is not a field called text or value', () => {
    const redactor = redactorOf({ schema })
    for (const path of ['text', 'value', 'rows.0', 'rows.0.name', ''])
      expect(redactor.reasonAt(path)).toBeUndefined()
  })
})

describe('a value', () => {
  test('is [redacted] at every sensitive place and itself everywhere else, with the reasons', () => {
    const input = { a: 'one', rows: [{ d: 2, e: 'kept' }], text: 'kept', password: { nested: ['x'] } }
    expect(redactorOf({ schema, inputs: [] }).value(input)).toEqual({
      value: { a: redacted, rows: [{ d: redacted, e: 'kept' }], text: 'kept', password: redacted },
      redacted: [
        { path: 'a', why: 'page' },
        { path: 'rows.0.d', why: 'page' },
        { path: 'password', why: 'field' },
      ],
    })
  })

  test('that is empty is shown as empty', () => {
    const input = { password: '', pin: null, token: [] }
    expect(redactorOf().value(input)).toEqual({ value: input, redacted: [] })
    expect([isEmpty(undefined), isEmpty(''), isEmpty(0), isEmpty(false)]).toEqual([true, true, false, false])
  })

  test('of yes or no is shown where only its name sounds secret', () => {
    expect(redactorOf().value({ hasPassword: true, showPin: false }).value).toEqual({
      hasPassword: true,
      showPin: false,
    })
    expect(redactorOf({ schema }).value({ b: true }).value).toEqual({ b: redacted })
  })

  test('of every kind that can be cloned is walked through', () => {
    const date = new Date(0)
    const redactor = redactorOf({ inputs: [{ password: 'hunter2' }] })
    const given = {
      date,
      map: new Map<unknown, unknown>([
        ['hunter2', 'is hunter2'],
        ['password', 'x'],
      ]),
      set: new Set(['hunter2', 'b']),
      bytes: new TextEncoder().encode('my hunter2'),
      other: new Uint8Array([1, 2]).buffer,
      error: new Error('bad hunter2'),
      file: new File(['hunter2'], 'hunter2.txt', { type: 'text/plain' }),
      blob: new Blob(['x'], { type: 'a/b' }),
      big: 7n,
      expression: /hunter2/,
      hunter2: 'key',
    }
    expect(redactor.value(given).value).toEqual({
      date,
      map: new Map([
        [redacted, `is ${redacted}`],
        ['password', redacted],
      ]),
      set: new Set([redacted, 'b']),
      bytes: redacted,
      other: given.other,
      error: { name: 'Error', message: `bad ${redacted}` },
      file: { file: { name: `${redacted}.txt`, size: 7, type: 'text/plain' } },
      blob: { file: { name: '', size: 1, type: 'a/b' } },
      big: 7n,
      expression: redacted,
      [redacted]: 'key',
    })
    expect(redactorOf().value(given.bytes).value).toBe(given.bytes)
  })

  test('too deep or too large is redacted whole', () => {
    const deep = Array.from({ length: 80 }).reduce<unknown>((inner) => [inner], 'bottom')
    expect(JSON.stringify(redactorOf().value(deep).value)).toContain(redacted)
    expect(JSON.stringify(redactorOf().value(deep).value)).not.toContain('bottom')
    const large = Array.from({ length: 200_010 }, () => 'x')
    expect(
      redactorOf()
        .value(large)
        .redacted.every(({ why }) => why === 'unreadable'),
    ).toBe(true)
    expect(redactorOf().value(large).redacted.length).toBeGreaterThan(0)
  })
})

describe('changes', () => {
  test('tell a filled sensitive field from an empty one and nothing else', () => {
    const redactor = redactorOf({ schema })
    expect(
      redactor.changes([
        { path: 'a', before: '', after: 'new' },
        { path: 'b', before: 'old', after: '' },
        { path: 'c', before: 'same', after: 'same' },
        { path: 'text', before: '', after: 'shown' },
        { path: 'values.password', after: 'x' },
      ]),
    ).toEqual({
      changes: [
        { path: 'a', after: redacted },
        { path: 'b', before: redacted },
        { path: 'c', before: redacted, after: redacted },
        { path: 'text', before: '', after: 'shown' },
        { path: 'values.password', after: redacted },
      ],
      redacted: [
        { path: 'a', why: 'page' },
        { path: 'b', why: 'page' },
        { path: 'c', why: 'field' },
        { path: 'values.password', why: 'field' },
      ],
    })
  })
})
