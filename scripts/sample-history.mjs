// @ts-check
import { sampleAgents } from './sample-state.mjs'

/** @typedef {import('./sample-state.mjs').AgentId} AgentId */

const cardRecord = {
  input: {
    values: {
      name: 'Ada Lovelace',
      email: 'ada@example.com',
      date: '2026-12-04',
      guests: 4,
      card: '[redacted]',
    },
  },
  changes: [
    { path: 'values.name', before: '', after: 'Ada Lovelace' },
    { path: 'values.email', before: '', after: 'ada@example.com' },
    { path: 'values.date', before: '2026-12-01', after: '2026-12-04' },
    { path: 'values.guests', before: 2, after: 4 },
    { path: 'values.card', after: '[redacted]' },
  ],
  skipped: [{ path: 'values.requests', reason: 'user_edited' }],
  labels: {
    'values.name': 'Full name',
    'values.email': 'Email',
    'values.date': 'Date',
    'values.guests': 'Guests',
    'values.card': 'Card number',
    'values.requests': 'Requests',
  },
}

/** What each call of the sample history was, newest first: minutes ago, and what is not as in the first. */
const sampleCalls = [
  [2, { record: cardRecord }],
  [3, { tool: 'find_tables', title: 'Find free tables', decidedBy: 'hints', record: { durationMs: 48 } }],
  [5, { tool: 'find_tables', title: 'Find free tables', caller: 'human', decidedBy: 'person' }],
  [
    9,
    {
      tool: 'newsletter.submit',
      title: 'Submit “Newsletter”',
      status: 'cancelled',
      by: 'operator',
      note: 'No newsletters, please.',
    },
  ],
  [
    14,
    {
      agent: 'agent-2',
      origin: 'https://shop.example',
      tool: 'cart.fill',
      title: 'Fill “Cart”',
      status: 'invalid',
      record: { issues: [{ path: 'values.amount', message: 'Must be at most 12' }] },
    },
  ],
  [
    16,
    {
      agent: 'agent-2',
      origin: 'https://shop.example',
      tool: 'cart.fill',
      title: 'Fill “Cart”',
      decidedBy: 'grant',
    },
  ],
  [
    70,
    {
      tool: 'reservation.submit',
      title: 'Submit “Table reservation”',
      status: 'refused',
      code: 'stale',
      message: 'Form changed since confirmation was requested',
    },
  ],
  [1500, { agent: 'agent-2', origin: 'https://crm.example', tool: 'contact.fill', title: 'Fill “Contact”' }],
  [
    1530,
    {
      agent: 'agent-2',
      origin: 'https://crm.example',
      tool: 'export_contacts',
      title: 'Export contacts',
      status: 'error',
      message: 'Tool failed',
    },
  ],
  [
    2900,
    { origin: 'https://rail.example', tool: 'search.fill', title: 'Fill “Search trains”', decidedBy: 'mode' },
  ],
]

/** Calls of three days as the history keeps them, oldest first. */
export const sampleHistory = () =>
  sampleCalls
    .map(([minutesAgo, call], index) => sampleEntry(index, Number(minutesAgo), Object(call)))
    .toReversed()

/** @param {number} index @param {number} minutesAgo @param {Record<string, any>} call */
function sampleEntry(index, minutesAgo, { agent = 'agent-1', record = {}, ...call }) {
  const { name } = sampleAgents[/** @type {AgentId} */ (agent)]
  const isPerson = call.caller === 'human'
  const origin = call.origin ?? 'https://bistro.example'
  const tool = call.tool ?? 'reservation.fill'
  const title = call.title ?? 'Fill “Table reservation”'
  return {
    callId: `00000000-0000-4000-8000-${String(900 - index).padStart(12, '0')}`,
    startedAt: Date.now() - minutesAgo * 60_000,
    caller: 'mcp',
    agentId: isPerson ? null : agent,
    agentName: isPerson ? null : name,
    topOrigin: origin,
    summary: title,
    state: 'settled',
    status: 'ok',
    decidedBy: 'person',
    documentId: 'D1',
    tabId: 1,
    ...call,
    origin,
    tool,
    title,
    record: {
      tool,
      input: {},
      changes: [],
      labels: {},
      canUndo: false,
      durationMs: 1200 + index * 340,
      ...record,
    },
  }
}
