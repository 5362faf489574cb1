import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { canonicalJson, sha256Hex } from './canonical-json.ts'
import { cardSchema, decisionSchema, digestOf, type Card } from './confirmation.ts'
import { createRandomId } from './random-id.ts'

const card: Card = {
  tool: 'book',
  description: 'Books a table.',
  hints: { consequential: true },
  summary: 'Book for two',
  changes: [{ path: 'guests', before: 1, after: 2 }],
  skipped: [],
  input: { guests: 2, name: 'Ann' },
  inputSchema: { type: 'object' },
  labels: { guests: 'Guests' },
  redacted: [],
  files: [],
  definitionHash: 'h',
}

test('the digest is a SHA-256 over canonical JSON', () => {
  expect(sha256Hex('abc')).toBe('ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad')
  expect(digestOf(card)).toBe(sha256Hex(canonicalJson(card)))
})

test('the digest does not depend on the order of keys, or on a trip through storage', () => {
  const reversed = Object.fromEntries(Object.entries(card).toReversed()) as Card
  expect(digestOf(reversed)).toBe(digestOf(card))
  expect(digestOf(JSON.parse(JSON.stringify(card)) as Card)).toBe(digestOf(card))
})

test.each([
  ['summary', { summary: 'Book for three' }],
  ['a changed value', { changes: [{ path: 'guests', before: 1, after: 3 }] }],
  ['an argument', { input: { guests: 2, name: 'Bob' } }],
  ['where it is sent', { sendsTo: 'https://other.example' }],
  ['that it submits', { isSubmitting: true }],
  ['a label', { labels: { guests: 'Children' } }],
])('the digest depends on %s', (_what, change) => {
  expect(digestOf({ ...card, ...change })).not.toBe(digestOf(card))
})

test('canonical JSON is equal for equal values whatever the order of their keys', () => {
  fc.assert(
    fc.property(fc.dictionary(fc.string(), fc.jsonValue()), (value) => {
      const reversed = Object.fromEntries(Object.entries(value).toReversed())
      expect(canonicalJson(reversed)).toBe(canonicalJson(value))
    }),
  )
  expect(canonicalJson(undefined)).toBe('null')
})

test('a card and both decisions parse, a note is at most 500 characters', () => {
  expect(cardSchema().parse(card)).toEqual(card)
  const ids = { decisionId: 'd', confirmId: 'c' }
  expect(decisionSchema().safeParse({ kind: 'approve', ...ids, digest: 'x' }).success).toBe(true)
  expect(decisionSchema().safeParse({ kind: 'reject', ...ids, note: 'x'.repeat(500) }).success).toBe(true)
  expect(decisionSchema().safeParse({ kind: 'reject', ...ids, note: 'x'.repeat(501) }).success).toBe(false)
  expect(decisionSchema().safeParse({ kind: 'grant', ...ids }).success).toBe(false)
})

test('ids are version 4 UUIDs, each another one', () => {
  const ids = Array.from({ length: 200 }, createRandomId)
  for (const id of ids) expect(id).toMatch(/^[\da-f]{8}-[\da-f]{4}-4[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/)
  expect(new Set(ids).size).toBe(200)
})
