/** The parent element, going from a shadow root to its host. */
export function parentOf(element: Element): Element | null {
  if (element.parentElement) return element.parentElement
  const root = element.getRootNode()
  return root instanceof ShadowRoot ? root.host : null
}

/** `closest` that leaves shadow trees. Starts at the element itself. */
export function closestComposed(element: Element, selector: string): Element | null {
  for (let at: Element | null = element; at;) {
    const found: Element | null = at.closest(selector)
    if (found) return found
    const root: Node = at.getRootNode()
    at = root instanceof ShadowRoot ? root.host : null
  }
  return null
}

/** Elements that the platform gives no shadow tree; looking at each of a large page is not free. */
const neverHosts =
  'a,b,br,button,code,dd,dl,dt,em,fieldset,form,hr,i,img,input,label,legend,li,link,meta,ol,optgroup,option,path,pre,script,' +
  'select,small,strong,style,svg,table,tbody,td,textarea,th,thead,title,tr,ul'

export const shadowHostsIn = (root: ParentNode): Element[] =>
  [...root.querySelectorAll(`:not(${neverHosts})`)].filter((element) => element.shadowRoot !== null)

export type TreeRoot = Document | ShadowRoot

/** The root and every open shadow root below it. Elements not upgraded yet may gain one later. */
export function openRoots(root: TreeRoot): TreeRoot[] {
  const roots: TreeRoot[] = [root]
  for (let at = 0; at < roots.length; at++) {
    const current = roots[at]
    if (!current) break
    for (const { shadowRoot } of shadowHostsIn(current)) if (shadowRoot) roots.push(shadowRoot)
  }
  return roots
}

/** An element by id as `aria-labelledby`, `aria-controls` and `for` mean it: in the element's own tree. */
export function findById(from: Element, id: string): HTMLElement | null {
  const root = from.getRootNode()
  if (root instanceof Document || root instanceof ShadowRoot) return root.getElementById(id)
  return null
}

/** The elements that an attribute with a list of ids names, those that exist. */
export function referenced(element: Element, attribute: string): HTMLElement[] {
  const ids = element.getAttribute(attribute)?.trim()
  if (!ids) return []
  return ids.split(/\s+/).flatMap((id) => findById(element, id) ?? [])
}

/** Descendants that match, those that slots bring in from the host's own content included. */
export function queryComposed(root: ParentNode, selector: string): HTMLElement[] {
  const own = [...root.querySelectorAll<HTMLElement>(selector)]
  const slotted = [...root.querySelectorAll('slot')].flatMap((slot) =>
    slot
      .assignedElements({ flatten: true })
      .filter((element) => element instanceof HTMLElement)
      .flatMap((element) => (element.matches(selector) ? [element] : queryComposed(element, selector))),
  )
  return [...own, ...slotted]
}
