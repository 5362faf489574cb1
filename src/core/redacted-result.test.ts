import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { redacted } from './redaction.ts'
import { redactorOf, schema } from './redactor-for-tests.ts'
import { ok, type ToolResult } from './result.ts'

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
      'cancelled with a note',
      { status: 'cancelled', by: 'operator', note: 'not hunter2' },
      { status: 'cancelled', by: 'operator', note: `not ${redacted}` },
    ],
    [
      'refused',
      { status: 'refused', code: 'stale', message: 'hunter2', rev: 3 },
      { status: 'refused', code: 'stale', message: redacted, rev: 3 },
    ],
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

  test.each<ToolResult>([
    { status: 'refused', code: 'stale', message: '' },
    { status: 'cancelled', by: 'signal' },
    { status: 'error', message: '' },
  ])('of $status has the keys of its kind alone', (result) => {
    expect(redactor.result(Object.assign({ more: 'hunter2' }, result))).toEqual(result)
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
