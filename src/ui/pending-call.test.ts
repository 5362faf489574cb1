import { describe, expect, test } from 'vitest'
import { findGroups } from './approve-all.tsx'
import { findPendingCalls, findRivals, isPlain, type PendingCall } from './pending-call.ts'

const card: NonNullable<PendingCall['pending']['card']> = {
  tool: 'reservation.fill',
  description: '',
  hints: {},
  summary: 'Fill',
  changes: [],
  skipped: [],
  input: {},
  inputSchema: {},
  labels: {},
  redacted: [],
  files: [],
  definitionHash: 'a',
}

const agent = (agentId: string) => ({ agentId, name: agentId, colour: 'c1' })

const call = (callId: string, more: Partial<PendingCall> = {}): PendingCall => ({
  callId,
  caller: 'mcp',
  agent: agent('one'),
  page: 'p1',
  tabId: 1,
  documentId: 'd1',
  origin: 'https://bistro.example',
  topOrigin: 'https://bistro.example',
  tool: 'reservation.fill',
  target: 'form-1',
  createdAt: 1,
  isConsequential: false,
  remember: ['once'],
  pending: { confirmId: callId, expiresAt: 9, digest: callId, card, summary: 'Fill' },
  ...more,
})

describe('the pending list', () => {
  test('puts the tab in front first and otherwise keeps the order of arrival', () => {
    const calls = [
      call('c', { tabId: 2, createdAt: 1 }),
      call('b', { createdAt: 3 }),
      call('a', { createdAt: 2 }),
    ]
    expect(findPendingCalls(calls, 1).map(({ callId }) => callId)).toEqual(['a', 'b', 'c'])
  })

  test('draws equal requests, which wait for one decision, as one card where the first of them stands', () => {
    const first = call('a', { createdAt: 1 })
    const equal = call('b', { createdAt: 2, pending: first.pending })
    const found = findPendingCalls([equal, call('c', { createdAt: 3 }), first], 1)
    expect(found.map(({ callId }) => callId)).toEqual(['a', 'c'])
  })

  test('leaves out calls that wait for nobody', () => {
    const { pending: _pending, ...running } = call('a')
    expect(findPendingCalls([running], 1)).toEqual([])
  })
})

describe('cards that may be approved together', () => {
  test.each([
    ['a consequential call', { isConsequential: true }],
    ['a call that crosses sites', { crossingFrom: ['https://mail.example'] }],
    [
      'a destructive tool',
      { pending: { ...call('a').pending, card: { ...card, hints: { destructive: true } } } },
    ],
    ['a fill that submits', { pending: { ...call('a').pending, card: { ...card, isSubmitting: true } } }],
    [
      'a form that sends elsewhere',
      { pending: { ...call('a').pending, card: { ...card, sendsTo: 'https://x.example' } } },
    ],
    [
      'a call that needs a file',
      { pending: { ...call('a').pending, card: { ...card, files: [{ path: 'cv', ref: 'CV' }] } } },
    ],
    ['a question within a run', { pending: { ...call('a').pending, card: { ...card, isWithinRun: true } } }],
    ['a card that was not drawn', { pending: { ...call('a').pending, card: undefined } }],
  ])('%s is never one of them', (_, more) => {
    expect(isPlain(call('a', more))).toBe(false)
  })

  test('are those of one agent on one page that were in view', () => {
    const calls = [
      call('a'),
      call('b'),
      call('c', { agent: agent('two') }),
      call('d', { page: 'p2' }),
      call('e'),
    ]
    const groups = findGroups(calls, ({ callId }) => callId !== 'e')
    expect(groups.map((group) => group.map(({ callId }) => callId))).toEqual([['a', 'b']])
  })
})

test('another agent’s change to the same form is named', () => {
  const [mine, other, elsewhere] = [
    call('a'),
    call('b', { agent: agent('two') }),
    call('c', { agent: agent('two'), documentId: 'd2' }),
  ]
  expect(findRivals(mine, [mine, other, elsewhere])).toEqual([other])
})
