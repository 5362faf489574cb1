import 'fake-indexeddb/auto'
import { fakeBrowser } from '@webext-core/fake-browser'
import { beforeEach, describe, expect, it, vi } from 'vitest'

const shareTab = vi.fn()
vi.mock('webextension-polyfill', () => ({ default: fakeBrowser }))
vi.mock('./sharing.ts', () => ({ shareTab }))
const { decideAccess, requestAccess } = await import('./access-requests.ts')
const { accessRequests } = await import('../store/pending-confirmations.ts')
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

  it('that was rejected silences its origin for that agent', async () => {
    const { callId: requestId } = await requestAccess(order())
    await decideAccess({ requestId, kind: 'reject' })
    expect((await requestAccess(order())).result).toMatchObject({ status: 'cancelled', by: 'operator' })
    const other = order({ agent: { ...agent, agentId: 'agent-2' } })
    expect((await requestAccess(other)).state).toBe('held')
  })
})
