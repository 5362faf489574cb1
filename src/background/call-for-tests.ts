import type { OpenCall } from '../store/pending-confirmations.ts'

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
