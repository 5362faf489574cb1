import browser from 'webextension-polyfill'

/**
 * The tab in front of the panel's window, now and whenever it changes. A panel that was opened as a page of its own
 * with `?tab=<id>` keeps to that tab.
 */
export function watchShownTab(listener: (tabId: number | undefined) => void, signal: AbortSignal): void {
  const pinned = Number(new URLSearchParams(location.search).get('tab'))
  if (pinned > 0) {
    listener(pinned)
    return
  }
  const look = async (): Promise<void> => {
    const [tab] = await browser.tabs.query({ active: true, currentWindow: true })
    if (!signal.aborted) listener(tab?.id)
  }
  const events = [browser.tabs.onActivated, browser.tabs.onReplaced, browser.tabs.onAttached]
  const onEvent = (): void => void look()
  for (const event of events) event.addListener(onEvent)
  signal.addEventListener('abort', () => {
    for (const event of events) event.removeListener(onEvent)
  })
  void look()
}
