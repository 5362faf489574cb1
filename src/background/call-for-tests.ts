import type { CallState } from '../core/call.ts'
import type { Card } from '../core/confirmation.ts'
import type { OpenCall } from '../store/pending-confirmations.ts'
import type { CallOrder } from './call-order.ts'

export const agentForTests = { agentId: 'agent-1', name: 'Claude Code', colour: 'c1' }

/** A held fill of one agent in the top document of one page. */
export const callForTests = (changes: Partial<OpenCall> = {}): OpenCall => ({
  callId: crypto.randomUUID(),
  caller: 'mcp',
  agent: agentForTests,
  page: 'p-1',
  tabId: 1,
  frameId: 0,
  documentId: 'D1',
  origin: 'https://bistro.example',
  topOrigin: 'https://bistro.example',
  tool: 'booking.fill',
  bareTool: 'booking.fill',
  kind: 'fill',
  isReadOnly: false,
  isConsequential: false,
  isUntrusted: true,
  definitionHash: 'h1',
  state: 'held',
  isToHold: true,
  createdAt: Date.now(),
  remember: ['once', 'fills_30_min', 'session', 'always'],
  ...changes,
})

/** The same fill as its agent asks for it. */
export const orderForTests = (changes: Partial<CallOrder> = {}): CallOrder => ({
  callId: crypto.randomUUID(),
  caller: 'mcp',
  agent: agentForTests,
  page: 'p-1',
  tool: 'booking.fill',
  input: { values: { name: 'Ada' } },
  ...changes,
})

const card: Card = {
  tool: 'booking.fill',
  description: '',
  hints: {},
  summary: 'Book a table',
  changes: [{ path: 'name', before: 'Ada', after: 'Grace' }],
  skipped: [],
  input: {},
  inputSchema: {},
  labels: {},
  redacted: [],
  files: [],
  definitionHash: 'h1',
}
/** What its page says of a call that waits for the person. */
export const waitingForTests = (state: 'held' | 'asking'): CallState => ({
  state,
  confirmId: crypto.randomUUID(),
  expiresAt: Date.now() + 60_000,
  card,
  digest: 'd',
})
