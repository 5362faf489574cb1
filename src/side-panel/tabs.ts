import browser from 'webextension-polyfill'
import type { ShownTab } from '../ui/ui-context.tsx'

export async function showPage(tabId: number): Promise<void> {
  const tab = await browser.tabs.update(tabId, { active: true })
  if (tab.windowId !== undefined) await browser.windows.update(tab.windowId, { focused: true })
}

export async function findTabs(origin: string): Promise<ShownTab[]> {
  const tabs = await browser.tabs.query({})
  return tabs.flatMap(({ id, url = '', title = '' }) =>
    id !== undefined && URL.canParse(url) && new URL(url).origin === origin
      ? [{ tabId: id, url, title }]
      : [],
  )
}
