import { describe, expect, test } from 'vitest'
import { redacted } from './redaction.ts'
import { redactorOf, schema } from './redactor-for-tests.ts'

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
