import { useEffect, useState } from 'preact/hooks'
import browser, { type Tabs } from 'webextension-polyfill'
import { send } from '../protocol/send.ts'
import type { TabState } from '../protocol/tab-state.ts'
import { sites } from '../store/settings.ts'
import { shares } from '../store/shares.ts'

/** What the worker knows of a tab, asked again whenever the tab or anything stored about it changes. */
export function useTabState(tabId: number | undefined): TabState | undefined {
  const [state, setState] = useState<TabState>()
  useEffect(() => {
    setState(undefined)
    if (tabId === undefined) return undefined
    const lifetime = new AbortController()
    const { signal } = lifetime
    let latest = 0
    const describe = async (): Promise<void> => {
      const turn = (latest += 1)
      const next = await send('tab.describe', { tabId })
      // Answers may come in another order than they were asked for.
      if (turn === latest && !signal.aborted) setState(next)
    }
    const describeAgain = (): void => void describe().catch(() => undefined)
    const onUpdated = (updatedId: number, { autoDiscardable }: Tabs.OnUpdatedChangeInfoType): void => {
      if (updatedId === tabId && autoDiscardable === undefined) describeAgain()
    }
    const onRemoved = (removedId: number): void => {
      if (removedId === tabId) describeAgain()
    }
    shares.watch(describeAgain, signal)
    sites.watch(describeAgain, signal)
    browser.tabs.onUpdated.addListener(onUpdated)
    browser.tabs.onRemoved.addListener(onRemoved)
    signal.addEventListener('abort', () => {
      browser.tabs.onUpdated.removeListener(onUpdated)
      browser.tabs.onRemoved.removeListener(onRemoved)
    })
    return () => lifetime.abort()
  }, [tabId])
  return state
}
