import { fakeBrowser } from '@webext-core/fake-browser'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { callForTests } from './call-for-tests.ts'
import { shareForTests, storeShare } from './documents-for-tests.ts'

vi.mock('webextension-polyfill', () => ({ default: fakeBrowser }))
const injectContentScript = vi.fn(async (_tabId: number, _documentIds: string[]) => true)
vi.mock('./injection.ts', () => ({ injectContentScript, registerPageScript: vi.fn() }))
const frames = ['D1', 'D2', 'D3'].map((documentId, frameId) => ({
  frameId,
  documentId,
  parentFrameId: frameId - 1,
  origin: 'https://bistro.example',
}))
vi.mock('./frames.ts', () => ({ listFrames: async () => frames, siteOrigin: (url: string) => url }))
const { handleCommitted, handleTabUpdated, keepTabs } = await import('./navigation.ts')
const { openCalls } = await import('../store/pending-confirmations.ts')

const updated: [number, boolean | undefined][] = []

const query = () => Promise.reject(new Error('Other tabs are nobody’s business'))

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

const commit = (documentId: string, frameId: number) =>
  handleCommitted({ tabId: 1, frameId, documentId, documentLifecycle: 'active', url: '' } as never)
const stand = (status: string) => Object.assign(fakeBrowser.tabs, { get: async () => ({ status }) })

describe('frames of a shared page', () => {
  it('that come while it loads get the content script all at once after that', async () => {
    await storeShare(shareForTests())
    injectContentScript.mockClear()
    stand('loading')
    await commit('D2', 1)
    await commit('D3', 2)
    expect(injectContentScript).not.toHaveBeenCalled()
    await handleTabUpdated(1, { status: 'complete' })
    expect(injectContentScript.mock.calls).toEqual([[1, ['D1', 'D2', 'D3']]])
  })

  it('wait no longer than three seconds for a page that goes on loading', async () => {
    vi.useFakeTimers()
    await storeShare(shareForTests())
    injectContentScript.mockClear()
    stand('loading')
    await commit('D2', 1)
    await vi.advanceTimersByTimeAsync(3_000)
    expect(injectContentScript.mock.calls).toEqual([[1, ['D1', 'D2', 'D3']]])
    vi.useRealTimers()
  })

  it('that come later get it at once', async () => {
    await storeShare(shareForTests())
    injectContentScript.mockClear()
    stand('complete')
    await commit('D3', 2)
    expect(injectContentScript.mock.calls).toEqual([[1, ['D3']]])
  })
})
