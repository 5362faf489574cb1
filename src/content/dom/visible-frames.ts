/** Origins of framed documents that a person can see in this document. */
export function findVisibleFrameOrigins(document: Document): string[] {
  const frames = [...document.querySelectorAll('iframe, frame')].filter(isSeen)
  const origins = frames.map((frame) => originOf(frame.getAttribute('src') ?? '', document.baseURI))
  return [...new Set(origins.filter((origin) => origin !== ''))]
}

const smallestSidePx = 20

function isSeen(frame: Element): boolean {
  const { width, height, right, bottom } = frame.getBoundingClientRect()
  if (width < smallestSidePx || height < smallestSidePx) return false
  const view = frame.ownerDocument.defaultView
  const isReachable = right + (view?.scrollX ?? 0) > 0 && bottom + (view?.scrollY ?? 0) > 0
  return isReachable && frame.checkVisibility({ opacityProperty: true, visibilityProperty: true })
}

function originOf(src: string, base: string): string {
  const url = URL.canParse(src, base) ? new URL(src, base) : undefined
  return url?.protocol.startsWith('http') ? url.origin : ''
}
