import 'fake-indexeddb/auto'
import { fakeBrowser } from '@webext-core/fake-browser'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { heldCallsPerAgent, joinedCallsPerAgent } from '../core/limits.ts'
import type { Share } from '../store/shares.ts'
import { agentForTests, callForTests, orderForTests as order } from './call-for-tests.ts'
import type { CallOrder } from './call-order.ts'
import type { TabFrame } from './frames.ts'
import {
  answerAs,
  shareForTests,
  storeShare,
  toolForTests,
  type DocumentForTests,
} from './documents-for-tests.ts'

vi.mock('webextension-polyfill', () => ({ default: fakeBrowser }))
vi.mock('./injection.ts', () => ({ injectContentScript: vi.fn(), registerPageScript: vi.fn() }))
let frames: TabFrame[] = []
vi.mock('./frames.ts', () => ({ listFrames: async () => frames, siteOrigin: (url: string) => url }))

const { startCall, withdrawUnderWay } = await import('./relay.ts')
const { noteToolsChanged, forgetTools } = await import('./known-tools.ts')
const { rememberApproval } = await import('./grants.ts')
const { agents } = await import('../store/agents.ts')
const { findHistory } = await import('../store/history.ts')
const { findOutcome, findOutcomeOfCall } = await import('../store/outcomes.ts')
const { lastingGrants } = await import('../store/grants.ts')
const { openCalls } = await import('../store/pending-confirmations.ts')
const { isPaused, sites } = await import('../store/settings.ts')

const page = (changes: DocumentForTests = {}): DocumentForTests => ({
  'tools.list': () => ({ tools: [toolForTests(), toolForTests({ name: 'search', kind: 'page' })] }),
  'call.start': () => 'accepted',
  'call.cancel': () => true,
  ...changes,
})
const started = (asked: { name: string; input: unknown }[]) =>
  asked.filter(({ name }) => name === 'call.start').map(({ input }) => input)

async function share(changes: Partial<Share> = {}): Promise<void> {
  await storeShare(shareForTests(changes))
  const agent = { ...agentForTests, pairedAt: 1, lastSeenAt: 1 }
  await agents.update(() => ({ 'agent-1': agent }))
}

beforeEach(() => {
  fakeBrowser.reset()
  frames = []
  forgetTools(['D1', 'D2'])
})

describe('a call', () => {
  it('is recorded, then sent to its document, to be held', async () => {
    await share()
    let recorded: unknown
    const call = order()
    const start = async () => {
      recorded = await openCalls.find(call.callId)
      return 'accepted' as const
    }
    const asked = answerAs({ D1: page({ 'call.start': start }) })
    expect(await startCall(call)).toBeNull()
    expect(recorded).toMatchObject({ state: 'sent', isToHold: true, origin: 'https://bistro.example' })
    expect(started(asked)).toMatchObject([{ callId: call.callId, decision: 'hold', agentId: 'agent-1' }])
  })

  it('is started once, however often its id comes', async () => {
    await share()
    const asked = answerAs({ D1: page() })
    const call = order()
    await Promise.all([startCall(call), startCall(call)])
    await startCall(call)
    expect(started(asked)).toHaveLength(1)
  })

  it('that reads is over with the answer of its page: told first, then written down', async () => {
    await share()
    const search = toolForTests({ name: 'search', kind: 'page', hints: { readOnly: true } })
    const settled = {
      state: 'settled',
      result: { status: 'ok', data: 'found' },
      record: { tool: 'search', canUndo: false, durationMs: 1 },
    } as const
    const asked = answerAs({
      D1: page({ 'tools.list': () => ({ tools: [search] }), 'call.start': () => settled }),
    })
    const call = order({ tool: 'search', caller: 'human', agent: null })
    expect(await startCall(call)).toBeNull()
    expect(await findOutcomeOfCall('person', call.callId)).toMatchObject({ result: settled.result })
    await vi.waitFor(() => expect(asked.at(-1)).toMatchObject({ name: 'call.acknowledge' }))
    expect(await findHistory(call.callId)).toMatchObject({ state: 'settled', status: 'ok' })
    expect(await openCalls.find(call.callId)).toBeUndefined()
  })

  it('that its page had already, from a worker that stopped, is settled by what the page says of it', async () => {
    await share()
    const call = order()
    const update = {
      state: 'settled',
      result: { status: 'ok', data: 'done' },
      record: { tool: 'booking.fill', canUndo: false, durationMs: 1 },
    } as const
    answerAs({
      D1: page({ 'call.start': () => 'duplicate', 'call.states': () => [{ callId: call.callId, update }] }),
    })
    expect(await startCall(call)).toBeNull()
    expect(await findOutcome('agent-1', call.callId)).toMatchObject({ result: update.result })
  })

  it('runs by a grant, and the grant says that it was used', async () => {
    await share()
    await rememberApproval(callForTests(), 'always')
    const asked = answerAs({ D1: page() })
    await startCall(order())
    expect(started(asked)).toMatchObject([{ decision: 'run' }])
    await vi.waitFor(async () =>
      expect(await lastingGrants.read()).toMatchObject([{ lastUsedAt: expect.any(Number) }]),
    )
  })

  it('is decided again where the page has another definition by now, and is stale when it goes on so', async () => {
    await share()
    const asked = answerAs({ D1: page({ 'call.start': () => 'redefined' }) })
    const call = order()
    expect(await startCall(call)).toBeNull()
    expect(started(asked)).toHaveLength(3)
    expect(await findOutcome('agent-1', call.callId)).toMatchObject({ result: { code: 'stale' } })
    expect(await openCalls.find(call.callId)).toBeUndefined()
  })

  it('of a document that is gone is settled at once', async () => {
    await share()
    answerAs({ D1: { 'tools.list': page()['tools.list'] } as DocumentForTests })
    const call = order()
    expect(await startCall(call)).toBeNull()
    expect(await findOutcome('agent-1', call.callId)).toMatchObject({ result: { code: 'page_unavailable' } })
  })

  it('that was recorded as the share ended is not sent', async () => {
    await share()
    const asked = answerAs({ D1: page() })
    const update = openCalls.update.bind(openCalls)
    const spy = vi.spyOn(openCalls, 'update').mockImplementation(async (id, change) => {
      await fakeBrowser.storage.session.remove('shares')
      return update(id, change)
    })
    await startCall(order())
    spy.mockRestore()
    expect(started(asked)).toEqual([])
  })
})

const refusalOf = async (changes: Partial<CallOrder> = {}) => startCall(order(changes))

describe('a call is refused', () => {
  it('where its page is not shared, or away from the shared site', async () => {
    expect(await refusalOf()).toMatchObject({ code: 'page_unavailable' })
    await share({ suspendedAt: Date.now() })
    expect(await refusalOf()).toMatchObject({
      code: 'page_unavailable',
      message: expect.stringContaining('left the shared site'),
    })
  })

  it('while agents are paused, and where its agent is blocked or forgotten', async () => {
    await share()
    answerAs({ D1: page() })
    await isPaused.update(() => true)
    expect(await refusalOf()).toMatchObject({ code: 'paused' })
    expect(await refusalOf({ caller: 'human', agent: null })).toBeNull()
    await isPaused.update(() => false)
    expect(await refusalOf({ agent: { ...agentForTests, agentId: 'agent-9' } })).toMatchObject({
      code: 'not_paired',
    })
  })

  it('as unknown where the page says that it has no such tool, as stale where it had', async () => {
    await share({ rev: 5, goneTools: ['old.fill'] })
    answerAs({ D1: page() })
    expect(await refusalOf({ tool: 'none' })).toMatchObject({ code: 'unknown_tool', rev: 5 })
    expect(await refusalOf({ tool: 'old.fill', rev: 4 })).toMatchObject({ code: 'stale', rev: 5 })
    expect(await refusalOf({ tool: 'old.fill', rev: 5 })).toMatchObject({ code: 'unknown_tool' })
  })

  it('as unavailable where the page does not say what tools it has', async () => {
    await share()
    answerAs({})
    expect(await refusalOf()).toMatchObject({ code: 'page_unavailable' })
    await share({ frames: [] })
    expect(await refusalOf()).toMatchObject({ code: 'page_unavailable' })
  })

  it('by the site’s mode, and stands in the history', async () => {
    await share()
    answerAs({ D1: page() })
    await sites.update(() => ({ 'https://bistro.example': { mode: 'read_only' } }))
    const callId = crypto.randomUUID()
    expect(await refusalOf({ callId })).toMatchObject({ code: 'not_allowed' })
    expect(await findHistory(callId)).toMatchObject({ state: 'settled', code: 'not_allowed' })
  })

  it('where the page’s own assistant names a tool of another document', async () => {
    await share()
    answerAs({ D1: page() })
    const inApp = { caller: 'inapp', agent: null, documentId: 'D2' } as const
    expect(await refusalOf(inApp)).toMatchObject({ code: 'unknown_tool' })
  })

  it('in a frame of another site that does not show now', async () => {
    const framed = { frameId: 4, documentId: 'D2', origin: 'https://pay.example', number: 2 }
    const both = shareForTests()
    const sharedFrames = [...both.frames, framed]
    await share({ origins: [...both.origins, framed.origin], frames: sharedFrames })
    frames = sharedFrames.map((frame) => ({
      ...frame,
      parentFrameId: frame.frameId === 0 ? -1 : 0,
      url: frame.origin,
    }))
    const holder = { origin: null, isSeen: false }
    answerAs({
      D1: page({ 'frames.look': () => ({ holders: [holder], isInOrder: true }) }),
      D2: page(),
    })
    expect(await refusalOf({ tool: 'f2.search' })).toMatchObject({
      message: expect.stringContaining('cannot see'),
    })
    holder.isSeen = true
    expect(await refusalOf({ tool: 'f2.search' })).toBeNull()
  })
})

describe('calls that wait for the person', () => {
  it('are as many as an agent may have, also when all come at the same moment', async () => {
    await share()
    answerAs({ D1: page() })
    const most = heldCallsPerAgent + joinedCallsPerAgent
    const answers = await Promise.all(Array.from({ length: most + 3 }, () => startCall(order())))
    expect(answers.filter((answer) => answer === null)).toHaveLength(most)
    expect(answers.filter((answer) => answer !== null)).toMatchObject(
      Array.from({ length: 3 }, () => ({ code: 'busy' })),
    )
  })

  it('beyond as many cards as an agent may have only join those of equal calls', async () => {
    await share()
    const asked = answerAs({ D1: page() })
    const calls = Array.from({ length: heldCallsPerAgent }, () => order())
    for (const call of calls) await startCall(call)
    await startCall(order())
    expect(started(asked).at(-1)).toMatchObject({ isJoining: true })
    expect(started(asked).at(-2)).toMatchObject({ isJoining: false })
    const held = {
      state: 'held',
      pending: { confirmId: 'same', expiresAt: 1, digest: '', summary: '' },
    } as const
    for (const { callId } of calls.slice(0, 3))
      await openCalls.update(callId, (call) => call && { ...call, ...held })
    await startCall(order())
    expect(started(asked).at(-1)).toMatchObject({ isJoining: false })
  })

  it('leave room for what runs unasked', async () => {
    await share()
    answerAs({ D1: page() })
    await Promise.all(Array.from({ length: heldCallsPerAgent }, () => startCall(order())))
    await rememberApproval(callForTests(), 'always')
    expect(await startCall(order())).toBeNull()
  })
})

describe('an agent that gives up on a call', () => {
  it('before it is sent: it is not', async () => {
    await share()
    const call = order()
    const list = () => {
      withdrawUnderWay('agent-1', call.callId)
      return { tools: [toolForTests()] }
    }
    const asked = answerAs({ D1: page({ 'tools.list': list }) })
    expect(await startCall(call)).toBeNull()
    expect(started(asked)).toEqual([])
    expect(await findOutcome('agent-1', call.callId)).toMatchObject({
      result: { status: 'cancelled', by: 'signal' },
    })
  })

  it('while it is on its way: it is withdrawn on arrival', async () => {
    await share()
    const call = order()
    const start = () => {
      withdrawUnderWay('agent-1', call.callId)
      return 'accepted' as const
    }
    const asked = answerAs({ D1: page({ 'call.start': start }) })
    await startCall(call)
    expect(asked.map(({ name }) => name)).toEqual(['tools.list', 'call.start', 'call.cancel'])
  })

  it('leaves the calls of others alone', async () => {
    await share()
    const call = order()
    const list = () => {
      withdrawUnderWay('agent-2', call.callId)
      return { tools: [toolForTests()] }
    }
    const asked = answerAs({ D1: page({ 'tools.list': list }) })
    await startCall(call)
    expect(started(asked)).toHaveLength(1)
  })
})

describe('what a document says of its tools', () => {
  it('counts once it is shared, and not before', async () => {
    await share({ frames: [] })
    await noteToolsChanged('D1', [toolForTests({ name: 'planted' })])
    await share()
    answerAs({ D1: page() })
    expect(await startCall(order({ tool: 'planted' }))).toMatchObject({ code: 'unknown_tool' })
    await noteToolsChanged('D1', [toolForTests({ name: 'planted' })])
    expect(await startCall(order({ tool: 'planted' }))).toBeNull()
  })
})
