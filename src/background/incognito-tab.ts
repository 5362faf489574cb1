import browser from 'webextension-polyfill'

/** Nothing that a person does in such a tab is written to disk. */
export const isIncognitoTab = async (tabId: number | undefined): Promise<boolean> =>
  tabId !== undefined && (await browser.tabs.get(tabId).catch(() => undefined))?.incognito === true
