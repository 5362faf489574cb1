import { isFrameSeen } from './frame-sight.ts'

/** A place in a document that shows another one. */
export type FrameHolder = {
  /** Origin of the document in it; null where it cannot be looked into. */
  origin: string | null
  /** A person can see it, or would by scrolling to it. */
  isSeen: boolean
}

export type FrameHolders = {
  holders: FrameHolder[]
  /** They stand in the order in which they were made. Those in shadow trees have no place in it. */
  isInOrder: boolean
}

/** Not by `src`: a frame may have been redirected or have gone elsewhere, and pages write there what they like. */
export function findFrameHolders(view: Window): FrameHolders {
  const elements = findFrameElements(view.document)
  const inOrder = Array.from({ length: view.length }, (_, index) =>
    toHolder(
      view[index],
      elements.find(({ contentWindow }) => contentWindow === view[index]),
    ),
  )
  const inShadow = elements
    .filter((element) => element.getRootNode() !== view.document && canHold(element))
    .map((element) => toHolder(element.contentWindow, element))
  return { holders: [...inOrder, ...inShadow], isInOrder: inShadow.length === 0 }
}

type FrameElement = Element & { contentWindow?: Window | null }

/** An `embed` does not give its window. */
const canHold = ({ localName, contentWindow }: FrameElement): boolean =>
  localName === 'embed' || contentWindow != null

const toHolder = (held: Window | null | undefined, element: FrameElement | undefined): FrameHolder => ({
  origin: findOrigin(held),
  isSeen: element !== undefined && isFrameSeen(element),
})

function findOrigin(held: Window | null | undefined): string | null {
  try {
    return held && held.origin !== 'null' ? held.origin : null
  } catch {
    return null
  }
}

/** Those of closed shadow trees too, where a page could hide them. */
function findFrameElements(root: Document | ShadowRoot): FrameElement[] {
  const inner = [...root.querySelectorAll<HTMLElement>('*')].flatMap((element) => {
    const shadow = chrome.dom.openOrClosedShadowRoot(element)
    return shadow ? findFrameElements(shadow) : []
  })
  return [...root.querySelectorAll('iframe, frame, object, embed'), ...inner]
}
