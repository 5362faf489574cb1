import browser from 'webextension-polyfill'

/** The tab and window that this popup is about. */
export type Subject = { tabId: number; windowId: number }

/** `?tab=<id>` names the tab where the popup is a window of its own; else it is the one in front. */
export async function findSubject(parameters: URLSearchParams): Promise<Subject | undefined> {
  const named = Number(parameters.get('tab') ?? Number.NaN)
  const tab = Number.isInteger(named)
    ? await browser.tabs.get(named).catch(() => undefined)
    : (await browser.tabs.query({ active: true, currentWindow: true }))[0]
  return tab?.id === undefined || tab.windowId === undefined
    ? undefined
    : { tabId: tab.id, windowId: tab.windowId }
}
