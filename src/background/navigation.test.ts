import { fakeBrowser } from '@webext-core/fake-browser'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { callForTests } from './call-for-tests.ts'

vi.mock('webextension-polyfill', () => ({ default: fakeBrowser }))
vi.mock('./injection.ts', () => ({ injectContentScript: vi.fn(), registerPageScript: vi.fn() }))
const { keepTabs } = await import('./navigation.ts')
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
