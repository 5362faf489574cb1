import 'fake-indexeddb/auto'
import { fakeBrowser } from '@webext-core/fake-browser'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import type { OpenCall } from '../store/pending-confirmations.ts'
import { agentForTests, callForTests } from './call-for-tests.ts'
import { answerAs } from './documents-for-tests.ts'

vi.mock('webextension-polyfill', () => ({ default: fakeBrowser }))
vi.mock('./injection.ts', () => ({ injectContentScript: vi.fn(), registerPageScript: vi.fn() }))
vi.mock('./frames.ts', () => ({ listFrames: async () => [], siteOrigin: (url: string) => url }))
const { createAgentRequestHandlers } = await import('./agent-requests.ts')
const { openCalls } = await import('../store/pending-confirmations.ts')

const { cancel } = createAgentRequestHandlers(async () => agentForTests)
const session = {
  sessionId: 's1',
  agentId: 'agent-1',
  name: 'Claude Code',
  client: 'claude-code',
  folder: '~',
  openedAt: 1,
  port: 17_840,
}

/** What the page is told when the agent gives up on a call that stands so. */
async function giveUpOn(changes: Partial<OpenCall>, isDisclosed = false): Promise<string[]> {
  const call = callForTests(changes)
  await openCalls.update(call.callId, () => call)
  const asked = answerAs({ D1: { 'call.cancel': () => true } })
  await cancel({ callId: call.callId, isDisclosed }, session)
  return asked.map(({ name }) => name)
}

beforeEach(() => fakeBrowser.reset())

describe('a call that its agent gives up on', () => {
  it('ends while nobody has decided, unless its confirm id was handed out', async () => {
    expect(await giveUpOn({ state: 'held' })).toEqual(['call.cancel'])
    expect(await giveUpOn({ state: 'held' }, true)).toEqual([])
  })

  it('ends whenever it only reads', async () => {
    expect(await giveUpOn({ state: 'running', isReadOnly: true })).toEqual(['call.cancel'])
  })

  it('runs to its end where the person approved it, also while it asks once more', async () => {
    expect(await giveUpOn({ state: 'running' })).toEqual([])
    expect(await giveUpOn({ state: 'asking', decidedBy: 'person' })).toEqual([])
    expect(await giveUpOn({ state: 'held', isDecided: true })).toEqual([])
  })

  it('stays another agent’s', async () => {
    expect(await giveUpOn({ agent: { ...agentForTests, agentId: 'agent-2' } })).toEqual([])
  })

  it('while it is on its way is remembered as withdrawn', async () => {
    await giveUpOn({ state: 'sent' })
    const [call] = [...(await openCalls.readAll()).values()]
    expect(call).toMatchObject({ isWithdrawn: true })
  })
})
