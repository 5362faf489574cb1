import 'fake-indexeddb/auto'
import { fakeBrowser } from '@webext-core/fake-browser'
import { beforeEach, describe, expect, it, vi } from 'vitest'

const shareTab = vi.fn()
const shareTabLater = vi.fn()
vi.mock('webextension-polyfill', () => ({ default: fakeBrowser }))
vi.mock('./sharing.ts', () => ({ shareTab, shareTabLater }))
const { cancelAccessRequest, decideAccess, requestAccess } = await import('./access-requests.ts')
const { accessRequests } = await import('../store/pending-confirmations.ts')
const { findOutcome } = await import('../store/outcomes.ts')
const { isPaused } = await import('../store/settings.ts')

const agent = { agentId: 'agent-1', name: 'Claude Code', colour: 'c1' }
const origin = 'https://bistro.example'
const order = (changes: object = {}) => ({
  requestId: crypto.randomUUID(),
  agent,
  origin,
  reason: 'To book a table',
  ...changes,
})

const addressOf = (length: number): string => `${origin}/${'席'.repeat(length)}`

beforeEach(() => {
  fakeBrowser.reset()
  shareTab.mockReset()
})

describe('a request for access', () => {
  it('is held, and another of the same agent is refused, also at the same moment', async () => {
    const [first, second] = await Promise.all([requestAccess(order()), requestAccess(order())])
    expect(first.state).toBe('held')
    expect(second.result).toMatchObject({ status: 'refused', code: 'busy' })
  })

  it('is refused while agents are paused', async () => {
    await isPaused.update(() => true)
    expect((await requestAccess(order())).result).toMatchObject({ status: 'refused', code: 'paused' })
  })

  it('whose time is over makes room for the next', async () => {
    const { callId } = await requestAccess(order())
    await accessRequests.update(callId, (request) => request && { ...request, expiresAt: Date.now() - 1 })
    expect((await requestAccess(order())).state).toBe('held')
  })

  it('takes one decision, and shares the origin that was asked for or nothing', async () => {
    shareTab.mockResolvedValue({ page: 'p-1', origins: [origin] })
    const { callId: requestId } = await requestAccess(order())
    const approve = { requestId, kind: 'approve', tabId: 7 } as const
    expect(await Promise.all([decideAccess(approve), decideAccess(approve)])).toEqual([true, false])
    expect(shareTab.mock.calls).toEqual([[7, origin]])
    expect(await accessRequests.find(requestId)).toBeUndefined()
  })

  it('stays open where the tab shows another site by now', async () => {
    shareTab.mockResolvedValue({ obstacle: 'other_site' })
    const { callId: requestId } = await requestAccess(order())
    expect(await decideAccess({ requestId, kind: 'approve', tabId: 7 })).toBe(false)
    expect(await accessRequests.find(requestId)).toBeDefined()
  })

  it('for an address that leads to another site first is handed over as a page that comes later', async () => {
    shareTab.mockResolvedValue({ obstacle: 'other_site' })
    shareTabLater.mockResolvedValue({ page: 'p-2', suspendedAt: 1 })
    const tab = { id: 9, url: 'https://sign-in.example/' }
    const { addListener, removeListener } = { addListener: () => {}, removeListener: () => {} }
    const frames = [
      { frameId: 0, parentFrameId: -1, documentId: 'D', url: tab.url, documentLifecycle: 'active' },
    ]
    const webNavigation = { onCommitted: { addListener, removeListener }, getAllFrames: async () => frames }
    vi.stubGlobal('chrome', { webNavigation })
    Object.assign(fakeBrowser.tabs, { create: async () => tab })
    const { callId: requestId } = await requestAccess(order({ origin: undefined, url: `${origin}/book` }))
    expect(await decideAccess({ requestId, kind: 'approve' })).toBe(true)
    expect(shareTabLater.mock.calls).toEqual([[9, origin]])
    expect(await findOutcome('agent-1', requestId)).toMatchObject({
      result: { status: 'ok', data: { page: 'p-2', note: expect.stringContaining('another site first') } },
    })
  })

  it('may not hide a name or password in its address', async () => {
    const url = 'https://bistro.example@evil.example/'
    expect((await requestAccess(order({ origin: undefined, url }))).result).toMatchObject({
      status: 'invalid',
    })
  })

  it('may not have a longer address than a stored record has room for', async () => {
    expect((await requestAccess(order({ origin: undefined, url: addressOf(6_000) }))).result).toMatchObject({
      issues: [{ path: 'url' }],
    })
    expect((await requestAccess(order({ origin: undefined, url: addressOf(5_000) }))).state).toBe('held')
  })

  it('that its agent gave up on goes, and another’s stays', async () => {
    const { callId } = await requestAccess(order())
    await cancelAccessRequest('agent-2', callId)
    expect(await accessRequests.find(callId)).toBeDefined()
    await cancelAccessRequest('agent-1', callId)
    expect(await accessRequests.find(callId)).toBeUndefined()
    expect(await findOutcome('agent-1', callId)).toMatchObject({
      result: { status: 'cancelled', by: 'signal' },
    })
  })

  it('that was rejected silences its origin for that agent', async () => {
    const { callId: requestId } = await requestAccess(order())
    await decideAccess({ requestId, kind: 'reject' })
    expect((await requestAccess(order())).result).toMatchObject({ status: 'cancelled', by: 'operator' })
    const other = order({ agent: { ...agent, agentId: 'agent-2' } })
    expect((await requestAccess(other)).state).toBe('held')
  })
})
