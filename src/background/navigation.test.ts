import { fakeBrowser } from '@webext-core/fake-browser'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { callForTests } from './call-for-tests.ts'
import { shareForTests, storeShare } from './documents-for-tests.ts'

vi.mock('webextension-polyfill', () => ({ default: fakeBrowser }))
const injectContentScript = vi.fn(async (_tabId: number, _documentIds: string[]) => {})
vi.mock('./injection.ts', () => ({ injectContentScript, registerPageScript: vi.fn() }))
const frames = ['D1', 'D2', 'D3'].map((documentId, frameId) => ({
  frameId,
  documentId,
  parentFrameId: frameId - 1,
  origin: 'https://bistro.example',
}))
vi.mock('./frames.ts', () => ({ listFrames: async () => frames, siteOrigin: (url: string) => url }))
const { handleCommitted, handleInteractive, handleTabUpdated, keepTabs } = await import('./navigation.ts')
const { whenPresent } = await import('./page-arrival.ts')
const { findShare, noteDocument } = await import('./sharing.ts')
const { openCalls } = await import('../store/pending-confirmations.ts')

const updated: [number, boolean | undefined][] = []

const query = () => Promise.reject(new Error('Other tabs are nobody’s business'))

afterEach(() => void vi.useRealTimers())

beforeEach(() => {
  fakeBrowser.reset()
  updated.length = 0
  const update = async (tabId: number, { autoDiscardable }: { autoDiscardable?: boolean }) => {
    updated.push([tabId, autoDiscardable])
  }
  Object.assign(fakeBrowser.tabs, { update, query })
})

describe('a tab with open calls', () => {
  it('is kept from being discarded once, until its last call is over, and no other is touched', async () => {
    const [one, other] = [callForTests({ tabId: 7 }), callForTests({ tabId: 7 })]
    for (const call of [one, other]) {
      await openCalls.update(call.callId, () => call)
      await Promise.all([keepTabs(), keepTabs()])
    }
    expect(updated).toEqual([[7, false]])
    await openCalls.update(one.callId, () => undefined)
    await keepTabs()
    expect(updated).toEqual([[7, false]])
    await openCalls.update(other.callId, () => undefined)
    await keepTabs()
    expect(updated).toEqual([
      [7, false],
      [7, true],
    ])
  })
})

const origin = 'https://bistro.example'
const commit = (documentId: string, frameId: number) =>
  handleCommitted({ tabId: 1, frameId, documentId, documentLifecycle: 'active', url: origin } as never)
const all = [[1, ['D1', 'D2', 'D3']]]

describe('a shared page that loads', () => {
  beforeEach(async () => {
    injectContentScript.mockClear()
    vi.useFakeTimers()
    await storeShare(shareForTests({ frames: [] }))
    await commit('D1', 0)
    await commit('D2', 1)
    await commit('D3', 2)
  })

  it('gets the content script into all its frames at once after that', async () => {
    expect(injectContentScript).not.toHaveBeenCalled()
    await handleTabUpdated(1, { status: 'complete' })
    expect(injectContentScript.mock.calls).toEqual(all)
    await vi.advanceTimersByTimeAsync(3_000)
    expect(injectContentScript).toHaveBeenCalledTimes(1)
  })

  it('waits for it no longer than three seconds, or one second after its DOM is there', async () => {
    await vi.advanceTimersByTimeAsync(3_000)
    expect(injectContentScript.mock.calls).toEqual(all)

    injectContentScript.mockClear()
    await commit('D1', 0)
    await handleInteractive({ tabId: 1, frameId: 0, documentId: 'D1' } as never)
    await handleInteractive({ tabId: 1, frameId: 1, documentId: 'D2' } as never)
    await vi.advanceTimersByTimeAsync(999)
    expect(injectContentScript).not.toHaveBeenCalled()
    await vi.advanceTimersByTimeAsync(1)
    expect(injectContentScript.mock.calls).toEqual(all)
  })

  it('has it as soon as somebody asks for its tools, who waits for its word', async () => {
    injectContentScript.mockImplementationOnce(async () => {
      await noteDocument({ context: 'content', tabId: 1, frameId: 0, documentId: 'D1', origin, url: origin })
    })
    const share = await whenPresent(shareForTests({ frames: [] }))
    expect(injectContentScript.mock.calls).toEqual(all)
    expect(share.frames).toMatchObject([{ documentId: 'D1' }])
  })

  it('that says nothing is waited for once', async () => {
    const first = whenPresent(shareForTests({ frames: [] }))
    await vi.advanceTimersByTimeAsync(2_000)
    expect((await first).frames).toEqual([])
    expect((await whenPresent(shareForTests({ frames: [] }))).frames).toEqual([])
  })

  it('keeps a frame that said it is there before its own commit was handled', async () => {
    await noteDocument({ context: 'content', tabId: 1, frameId: 1, documentId: 'D2', origin, url: origin })
    await commit('D2', 1)
    expect((await findShare(1))?.frames).toMatchObject([{ documentId: 'D2' }])
  })

  it('gives frames that come later theirs at once', async () => {
    await handleTabUpdated(1, { status: 'complete' })
    injectContentScript.mockClear()
    await commit('D3', 2)
    expect(injectContentScript.mock.calls).toEqual([[1, ['D3']]])
  })
})
