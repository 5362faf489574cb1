import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { createRedactor, isEmpty, redacted } from './redaction.ts'
import { ok, type ToolResult } from './result.ts'
import { listSchemaFields } from './schema-fields.ts'
import type { JsonSchema, ToolKind } from './tool.ts'

type Given = {
  schema?: JsonSchema
  paths?: string[]
  rules?: string[]
  inputs?: unknown[]
  kind?: ToolKind
  output?: JsonSchema
}

const redactorOf = ({
  schema = {},
  paths = [],
  rules = [],
  inputs = [],
  kind = 'page',
  output = {},
}: Given = {}) =>
  createRedactor({
    kind,
    fields: listSchemaFields(schema),
    outputFields: listSchemaFields(output),
    sensitivePaths: paths,
    rules,
    inputs,
  })

const schema: JsonSchema = {
  type: 'object',
  properties: {
    a: { type: 'string', format: 'password' },
    b: { type: 'string', writeOnly: true },
    c: { type: 'string', title: 'Your PIN' },
    rows: { type: 'array', items: { properties: { d: { writeOnly: true } } } },
    text: { type: 'string' },
  },
}

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

describe('an echo of what was sent', () => {
  const redactor = redactorOf({
    schema,
    inputs: [{ a: 'p@ss "w<rd', b: 4711, rows: [{ d: { x: 'deep-secret' } }], c: '12' }],
  })

  test.each([
    ['as it is', 'You sent p@ss "w<rd.'],
    ['encoded for an address', 'q=p%40ss%20%22w%3Crd'],
    ['encoded for a form', 'q=p%40ss+%22w%3Crd'],
    ['inside JSON', '{"x":"p@ss \\"w<rd"}'],
    ['inside HTML', '<b>p@ss &quot;w&lt;rd</b>'],
    ['from deep inside', 'deep-secret!'],
    ['of a number', 'PIN 4711'],
  ])('%s is hidden', (_how, text) => {
    expect(redactor.text(text)).toContain(redacted)
    expect(redactor.text(text)).not.toMatch(/ss|w<rd|deep-secret|4711/)
  })

  test('as a number is hidden', () => {
    expect(redactor.value({ n: 4711, m: 4712 }).value).toEqual({ n: redacted, m: 4712 })
  })

  test('of a whole document is hidden, however large', () => {
    const document = 'Dear (diary)\n'.repeat(80_000)
    const withDocument = redactorOf({ schema, inputs: [{ a: document }] })
    expect(withDocument.text(`Saved: ${document}.`)).toBe(`Saved: ${redacted}.`)
    expect(withDocument.value({ n: 12, bytes: new TextEncoder().encode(document) }).value).toEqual({
      n: 12,
      bytes: redacted,
    })
  })

  test('of one or two characters is not looked for, of three only as a word', () => {
    expect(redactor.text('12 of 120')).toBe('12 of 120')
    const cvc = redactorOf({ inputs: [{ cvc: '123' }] })
    expect(cvc.text('CVC 123, order 1234')).toBe(`CVC ${redacted}, order 1234`)
  })
})

describe('a result', () => {
  const redactor = redactorOf({
    schema,
    inputs: [{ a: 'hunter2' }],
    output: { properties: { key: { writeOnly: true } } },
  })

  test.each<[string, ToolResult, ToolResult]>([
    ['ok', ok({ said: 'hunter2', key: 'k' }), ok({ said: redacted, key: redacted })],
    [
      'ok with changes',
      ok({ changes: [{ path: 'a', before: 'x', after: 'hunter2' }], skipped: [] }),
      ok({ changes: [{ path: 'a', before: redacted, after: redacted }], skipped: [] }),
    ],
    ['ok with changes of another kind', ok({ changes: ['a'] }), ok({ changes: ['a'] })],
    [
      'invalid',
      { status: 'invalid', issues: [{ path: 'a', message: 'hunter2 is weak' }] },
      { status: 'invalid', issues: [{ path: 'a', message: `${redacted} is weak` }] },
    ],
    ['error', { status: 'error', message: 'hunter2!' }, { status: 'error', message: `${redacted}!` }],
    ['cancelled', { status: 'cancelled', by: 'signal' }, { status: 'cancelled', by: 'signal' }],
    [
      'needs_confirmation',
      {
        status: 'needs_confirmation',
        confirmId: 'c',
        summary: 'hunter2',
        changes: [{ path: 'a', after: 'hunter2' }],
      },
      {
        status: 'needs_confirmation',
        confirmId: 'c',
        summary: redacted,
        changes: [{ path: 'a', after: redacted }],
      },
    ],
  ])('%s leaves without its secrets', (_status, given, shown) => {
    expect(redactor.result(given)).toEqual(shown)
  })

  test('loses userinfo in every address', () => {
    expect(redactor.result(ok({ link: 'https://u:p@x.example/' }))).toEqual(
      ok({ link: 'https://x.example/' }),
    )
  })
})

const secretText = fc.stringMatching(/^[A-Za-z0-9]{6,20}$/).map((text) => `§${text}`)
/** Any nesting with the secret at its leaves, among others. */
const nestingOf = (secret: string) =>
  fc.letrec((tie) => ({
    node: fc.oneof(
      { depthSize: 'small' },
      fc.constantFrom<unknown>(
        secret,
        `x ${secret} y`,
        encodeURIComponent(secret),
        JSON.stringify(secret),
        7,
        null,
      ),
      fc.array(tie('node'), { maxLength: 4 }),
      fc.dictionary(fc.constantFrom('a', 'value', `k${secret}`, 'list'), tie('node'), { maxKeys: 4 }),
    ),
  })).node

test('no nesting of any output leaves a sensitive value behind', () => {
  const cases = secretText.chain((secret) => fc.tuple(fc.constant(secret), nestingOf(secret)))
  fc.assert(
    fc.property(cases, ([secret, nesting]) => {
      const redactor = redactorOf({ schema, inputs: [{ a: secret }] })
      const outputs = [
        redactor.value(nesting).value,
        redactor.value({ a: nesting, rows: [{ d: nesting }] }).value,
        redactor.changes([{ path: 'x', before: nesting, after: nesting }]).changes,
        redactor.result(ok({ nesting, changes: [{ path: 'a', after: nesting }] })),
        redactor.text(JSON.stringify(nesting) ?? ''),
      ]
      for (const output of outputs)
        expect(decodeURIComponent(JSON.stringify(output) ?? '')).not.toContain(secret)
    }),
  )
})

test('what holds no secret comes out as it went in', () => {
  const harmless = fc.dictionary(
    fc.constantFrom('text', 'value', 'name', 'rows', 'page'),
    fc.jsonValue({ maxDepth: 3 }),
  )
  fc.assert(
    fc.property(harmless, (value) => {
      fc.pre(
        !/:\/\/|pass|pin|secret|token|otp|cv[cv]|ssn|key|code|one.?time|card/i.test(JSON.stringify(value)),
      )
      expect(redactorOf().value(value)).toEqual({ value, redacted: [] })
    }),
  )
})
