/** One frame of a tab as the browser knows it, with the origin that sharing goes by. */
export type TabFrame = {
  frameId: number
  parentFrameId: number
  documentId: string
  url: string
  /**
   * Exact origin, '' where there is none. `about:blank` and `srcdoc` count as the parent's, who made nearly all of them;
   * for which it is true only the document's own message tells.
   */
  origin: string
}

/** The active document's frames, the top frame first; empty when the tab is gone. */
export async function listFrames(tabId: number): Promise<TabFrame[]> {
  const details = await chrome.webNavigation.getAllFrames({ tabId }).catch(() => null)
  const active = (details ?? []).filter((frame) => frame.documentLifecycle === 'active')
  const byId = new Map(active.map((frame) => [frame.frameId, frame]))
  const originOf = (frameId: number): string => {
    const frame = byId.get(frameId)
    if (!frame) return ''
    return isInheriting(frame.url) && frame.parentFrameId >= 0
      ? originOf(frame.parentFrameId)
      : siteOrigin(frame.url.replace(/^blob:/, ''))
  }
  return active
    .map(({ frameId, parentFrameId, documentId, url }) => ({
      frameId,
      parentFrameId,
      documentId,
      url,
      origin: originOf(frameId),
    }))
    .sort((a, b) => a.frameId - b.frameId)
}

const isInheriting = (url: string): boolean => url === '' || url.startsWith('about:')

/** The exact origin of an http(s) address, '' for any other. */
export function siteOrigin(url: string): string {
  const parsed = URL.canParse(url) ? new URL(url) : undefined
  return parsed && (parsed.protocol === 'https:' || parsed.protocol === 'http:') ? parsed.origin : ''
}
