import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { OpenCall } from '../store/pending-confirmations.ts'
import { callForTests, waitingForTests } from './call-for-tests.ts'
import { fitRecord, jsonBytesOf } from './fit-record.ts'

const waiting = waitingForTests('held')
if (waiting.state !== 'held') throw new Error('It waits')
const { confirmId, expiresAt, digest, card } = waiting

const held = (changes: Partial<OpenCall> = {}, input: unknown = {}, summary = 'Book a table'): OpenCall =>
  callForTests({ pending: { confirmId, expiresAt, digest, summary, card: { ...card, input } }, ...changes })
const maxBytes = 16 * 1024

/** Up to the length that its limit allows, of letters that take one to three bytes, or six once they are escaped. */
const text = (maxLength: number) =>
  fc
    .tuple(fc.constantFrom('a', '"', 'é', '字', '😀', '\u0001', '\uD800'), fc.nat(maxLength), fc.string())
    .map(([letter, length, rest]) => (letter.repeat(length) + rest).slice(0, maxLength))
const seen = fc.record({ description: text(2048), params: text(1000), hints: text(60) })
const record = fc
  .record({
    seen,
    before: seen,
    origins: fc.array(
      fc.webUrl({ size: 'large' }).map((url) => new URL(url).origin),
      { maxLength: 300 },
    ),
    edited: fc.array(text(5_000), { maxLength: 300 }),
    folder: text(1_024),
    title: text(256),
    summary: text(2048),
    input: text(100_000),
    isPending: fc.boolean(),
  })
  .map(({ origins, before, folder, summary, input, isPending, ...rest }) => {
    const call = held({}, input, summary)
    return {
      ...call,
      ...rest,
      agent: { agentId: 'agent-1', name: 'Claude Code', colour: 'c1', folder },
      crossingFrom: origins,
      redefinition: (['description', 'params', 'hints'] as const)
        .filter((part) => before[part] !== rest.seen[part])
        .map((part) => ({ part, before: before[part], after: rest.seen[part] })),
      pending: isPending ? call.pending : undefined,
    } satisfies OpenCall
  })

const factsOf = ({ agent, pending, ...call }: OpenCall) => ({
  ...call,
  agentId: agent?.agentId,
  confirmId: pending?.confirmId,
  digest: pending?.digest,
  expiresAt: pending?.expiresAt,
})
const cut = ['seen', 'redefinition', 'crossingFrom', 'crossingOthers', 'edited']
const wholeFacts = (call: OpenCall) =>
  Object.fromEntries(Object.entries(factsOf(call)).filter(([key]) => !cut.includes(key)))

describe('the stored record of a call', () => {
  it('is at most 16 KB with all that it gains later, and what is missing in it is said', () => {
    fc.assert(
      fc.property(record, (call) => {
        const stored = fitRecord(call)
        const later = { isDecided: true, isWithdrawn: true, isNavigating: true, navigatedTo: 'D'.repeat(32) }
        expect(jsonBytesOf({ ...stored, ...later, confirmId: 'c'.repeat(36) })).toBeLessThanOrEqual(maxBytes)
        expect(wholeFacts(stored)).toEqual(wholeFacts(call))
        expect((stored.crossingFrom?.length ?? 0) + (stored.crossingOthers ?? 0)).toBe(
          call.crossingFrom.length,
        )
        expect(stored.redefinition).toHaveLength(call.redefinition.length)
        for (const { before, after } of stored.redefinition ?? []) expect(before).not.toBe(after)
        if ((stored.edited?.length ?? 0) < call.edited.length)
          expect(stored.edited?.at(-1)).toMatch(/^… and \d+ more$/)
        expect(fitRecord(stored)).toEqual(stored)
      }),
    )
  })

  it('has its card where both fit', () => {
    expect(fitRecord(held({}, 'x'.repeat(14_000))).pending?.card).toBeDefined()
    const seen = { description: 'x'.repeat(2048), params: '', hints: '' }
    const stored = fitRecord(held({ seen }, 'x'.repeat(14_000)))
    expect(stored.pending).toEqual({ confirmId, expiresAt, digest, summary: 'Book a table' })
  })

  it('shows of a long text that changed the part that did', () => {
    const same = '字'.repeat(2_000)
    const before = `${same}, asks first`
    const after = `${same}, at once`
    const seen = { description: after, params: '字'.repeat(1_000), hints: '' }
    const stored = fitRecord(held({ seen, redefinition: [{ part: 'description', before, after }] }))
    expect(stored.redefinition?.[0]?.before).toMatch(/^…字+, asks first$/)
    expect(stored.redefinition?.[0]?.after).toMatch(/^…字+, at once$/)
  })
})
