import { fakeBrowser } from '@webext-core/fake-browser'
import { beforeEach, describe, expect, it, vi } from 'vitest'

vi.mock('webextension-polyfill', () => ({ default: fakeBrowser }))
const { noMarks, takeFirstLook } = await import('./first-look.ts')
const { agents } = await import('./agents.ts')
const { accessRequests } = await import('./pending-confirmations.ts')
const { shares } = await import('./shares.ts')
const { undoableCalls } = await import('./undoable-calls.ts')

const agent = { agentId: 'a', name: 'Test agent', colour: 'c3', pairedAt: 1, lastSeenAt: 1 }
const frame = { frameId: 0, documentId: 'here', origin: 'https://shop.example', number: 0 }
const share = {
  page: 'p1',
  tabId: 1,
  origins: [frame.origin],
  frames: [frame],
  nextFrameNumber: 1,
  rev: 1,
  title: 'Shop',
  isIncognito: false,
  goneTools: [],
}
const call = (callId: string, documentId: string) => ({
  callId,
  documentId,
  agentId: 'a',
  page: 'p1',
  tabId: 1,
  frameId: 0,
  origin: frame.origin,
  topOrigin: frame.origin,
  tool: 'booking.fill',
  bareTool: 'booking.fill',
  isAsking: false,
  isIncognito: false,
  settledAt: 1,
})
const request = { requestId: 'r', agent, origin: frame.origin, reason: '', createdAt: 1, expiresAt: 2 }

beforeEach(() => fakeBrowser.reset())

describe('the first look at the storage', () => {
  it('finds nothing where nothing is stored', async () => {
    expect(await takeFirstLook()).toEqual({ marks: noMarks, isAnythingOpen: false })
  })

  it('finds the agents, and of the calls that keep something those whose document lives', async () => {
    await agents.update(() => ({ a: agent }))
    await shares.update(() => ({ p1: share }))
    await undoableCalls.update('kept', () => call('kept', 'here'))
    await undoableCalls.update('left', () => call('left', 'gone'))
    const { marks, isAnythingOpen } = await takeFirstLook()
    expect(marks).toEqual({ agents: { a: agent }, undoable: new Set(['kept']) })
    expect(isAnythingOpen).toBe(false)
  })

  it('sees that something may wait, a request for a page or a call', async () => {
    await accessRequests.update('r', () => request)
    expect(await takeFirstLook()).toHaveProperty('isAnythingOpen', true)
    await accessRequests.update('r', () => undefined)
    expect(await takeFirstLook()).toHaveProperty('isAnythingOpen', false)
    await fakeBrowser.storage.session.set({ 'call:c': {} })
    expect(await takeFirstLook()).toHaveProperty('isAnythingOpen', true)
  })

  it('takes what is not as it should be for nothing', async () => {
    await fakeBrowser.storage.session.set({ shares: { p1: 'broken' }, 'undo:c': null })
    await fakeBrowser.storage.local.set({ agents: null })
    expect(await takeFirstLook()).toEqual({ marks: noMarks, isAnythingOpen: false })
  })
})
