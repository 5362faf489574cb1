import 'fake-indexeddb/auto'
import { fakeBrowser } from '@webext-core/fake-browser'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { callForTests } from './call-for-tests.ts'
import { answerAs } from './documents-for-tests.ts'
import type { LinkOptions, LinkStatus } from './link/link.ts'

vi.mock('webextension-polyfill', () => ({ default: fakeBrowser }))
vi.mock('./injection.ts', () => ({ injectContentScript: vi.fn(), registerPageScript: vi.fn() }))
const link = { given: undefined as LinkOptions | undefined, tell: (_: LinkStatus) => {}, metAgain: [''] }
vi.mock('./link/link.ts', () => ({
  createLink: (options: LinkOptions) => {
    link.given = options
    return {
      watch: (listener: (status: LinkStatus) => void) => (link.tell = listener),
      send: () => 0,
      meetAgain: (agentId: string) => link.metAgain.push(agentId),
    }
  },
}))

const { createAgents } = await import('./agents.ts')
const { recordSent, recordState } = await import('./call-records.ts')
const { requestAccess } = await import('./access-requests.ts')
const { rememberApproval } = await import('./grants.ts')
const { agents, agentSecrets, linkState } = await import('../store/agents.ts')
const { findHistory } = await import('../store/history.ts')
const { findOutcome } = await import('../store/outcomes.ts')
const { lastingGrants, sessionGrants } = await import('../store/grants.ts')
const { accessRequests, openCalls } = await import('../store/pending-confirmations.ts')

const paired = (secret: string, changes: object = {}) => ({
  agentId: 'agent-1',
  name: 'Claude Code',
  client: 'claude-code',
  folder: '~',
  secret,
  ...changes,
})
const pair = (secret: string, changes: object = {}) => link.given?.agents.onPaired(paired(secret, changes))

const session = (sessionId: string, agentId: string) => ({
  ...paired(''),
  sessionId,
  agentId,
  openedAt: 1,
  port: 7,
})

beforeEach(() => {
  fakeBrowser.reset()
  link.metAgain = []
  createAgents()
})

describe('an agent that the person disconnects', () => {
  it('is kept out until they connect it again, or pair it', async () => {
    await pair('first')
    const { disconnect } = createAgents()
    const isKeptOut = () => link.given?.agents.isBlocked('agent-1')
    expect(await isKeptOut()).toBe(false)
    await disconnect('agent-1', true)
    expect(await isKeptOut()).toBe(true)
    await disconnect('agent-1', false)
    expect(await isKeptOut()).toBe(false)
    expect(link.metAgain).toEqual(['agent-1', 'agent-1'])
    await disconnect('agent-1', true)
    await pair('second')
    expect(await isKeptOut()).toBe(false)
  })
})

describe('an agent that is paired again', () => {
  it('has another key, which gets nothing of what belonged to the earlier one', async () => {
    await pair('first')
    await rememberApproval(callForTests(), 'always')
    await rememberApproval(callForTests(), 'session')
    const [open, settled] = [callForTests({ state: 'running' }), callForTests({ state: 'running' })]
    await recordSent(open)
    await recordSent(settled)
    await recordState(settled.callId, {
      state: 'settled',
      result: { status: 'ok', data: 'secret of the first' },
      record: { tool: 'x', canUndo: false, durationMs: 1 },
    })
    const agent = { agentId: 'agent-1', name: 'Claude Code', colour: 'c1' }
    await requestAccess({ requestId: 'r-1', agent, origin: 'https://bistro.example', reason: 'x' })
    const asked = answerAs({ D1: { 'call.cancel': () => true } })

    await pair('second', { name: 'Somebody' })
    expect(await agentSecrets.read()).toEqual({ 'agent-1': 'second' })
    expect([...(await lastingGrants.read()), ...(await sessionGrants.read())]).toEqual([])
    expect(asked).toMatchObject([{ name: 'call.cancel', input: { callId: open.callId, by: 'policy' } }])
    expect(await openCalls.find(open.callId)).toBeUndefined()
    expect(await findHistory(open.callId)).toMatchObject({ status: 'cancelled', by: 'policy' })
    expect(await findOutcome('agent-1', settled.callId)).toBeUndefined()
    expect(await accessRequests.find('r-1')).toBeUndefined()
    expect(link.metAgain).toEqual(['agent-1'])
  })

  it('ends nobody else’s calls and grants', async () => {
    await pair('first')
    await rememberApproval(callForTests(), 'always')
    const call = callForTests({ state: 'running' })
    await recordSent(call)
    await pair('other', { agentId: 'agent-2' })
    await pair('another', { agentId: 'agent-2' })
    expect(await lastingGrants.read()).toHaveLength(1)
    expect(await openCalls.find(call.callId)).toBeDefined()
    expect(Object.values(await agents.read()).map(({ colour }) => colour)).toEqual(['c1', 'c2'])
  })
})

describe('the state of the link', () => {
  it('counts the sessions of each agent, and has the companion’s version', async () => {
    link.tell({
      hubs: [{ port: 7, state: 'open', version: '1.2.3' }],
      sessions: [session('a', 'agent-1'), session('b', 'agent-2'), session('c', 'agent-1')],
      waiting: [],
    })
    await vi.waitFor(async () =>
      expect(await linkState.read()).toMatchObject({
        state: 'connected',
        companionVersion: '1.2.3',
        sessions: [{ ordinal: 1 }, { ordinal: 1 }, { ordinal: 2 }],
      }),
    )
  })
})
