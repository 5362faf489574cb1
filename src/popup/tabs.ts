import browser from 'webextension-polyfill'
import type { ShownTab } from '../ui/ui-context.tsx'

export async function showPage(tabId: number): Promise<void> {
  const tab = await browser.tabs.update(tabId, { active: true })
  if (tab.windowId !== undefined) await browser.windows.update(tab.windowId, { focused: true })
}

export async function findTabs(origin: string): Promise<ShownTab[]> {
  const tabs = await browser.tabs.query({})
  return tabs.flatMap(({ id, url, title }) =>
    id !== undefined && url !== undefined && originOf(url) === origin
      ? [{ tabId: id, url, title: title ?? '' }]
      : [],
  )
}

const originOf = (url: string): string | undefined => (URL.canParse(url) ? new URL(url).origin : undefined)

/** The popup for a tab as a window of its own, which a file dialog does not close. */
export async function moveToWindow(tabId: number): Promise<void> {
  const url = browser.runtime.getURL(`src/popup/index.html?tab=${tabId}`)
  await browser.windows.create({ url, type: 'popup', width: 420, height: 720 })
  window.close()
}
