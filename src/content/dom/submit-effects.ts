/** Signs that a page did something after a submit that it handled itself. */
export type SubmitEffects = {
  /** Whether anything was seen that speaks for the submit having been taken. */
  isSeen(): boolean
  /** Milliseconds since the last sign of life. */
  quietMs(): number
  /** Texts that appeared since, the newest last. */
  texts(): string[]
  stop(): void
}

/** Watches requests, the address, the form and new text from now on. */
export function watchEffects(root: Element): SubmitEffects {
  const document = root.ownerDocument
  const startUrl = document.URL
  const startedAt = performance.now()
  const before = snapshot(root)
  const texts = new Map<Element, string>()
  let lastAt = startedAt
  let hasRequested = false

  const requests = new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) {
      if (entry.startTime < startedAt || !isRequest(entry)) continue
      hasRequested = true
      lastAt = performance.now()
    }
  })
  requests.observe({ type: 'resource' })
  const mutations = new MutationObserver((records) => {
    for (const record of records) if (noteMutation(record, root, texts)) lastAt = performance.now()
  })
  const options = { subtree: true, childList: true, characterData: true, attributes: true }
  mutations.observe(document, options)
  const tree = root.getRootNode()
  if (tree !== document) mutations.observe(tree, options)

  const hasText = (): boolean => [...texts].some(([element]) => isShown(element))
  return {
    isSeen: () =>
      hasRequested || document.URL !== startUrl || !isShown(root) || snapshot(root) !== before || hasText(),
    quietMs: () => performance.now() - lastAt,
    texts: () => [...texts].filter(([element]) => isShown(element)).map(([, text]) => text),
    stop: () => {
      requests.disconnect()
      mutations.disconnect()
    },
  }
}

const isRequest = (entry: PerformanceEntry): boolean =>
  entry instanceof PerformanceResourceTiming &&
  ['fetch', 'xmlhttprequest', 'beacon'].includes(entry.initiatorType)

const isShown = (element: Element): boolean =>
  element.isConnected && element.checkVisibility({ visibilityProperty: true })

/** The values in the form, to see whether it was emptied. */
const snapshot = (root: Element): string =>
  [...root.querySelectorAll('input,textarea,select')]
    .map((element) =>
      element instanceof HTMLInputElement ? `${element.value}|${element.checked}` : valueOf(element),
    )
    .join('\n')

const valueOf = (element: Element): string =>
  element instanceof HTMLTextAreaElement || element instanceof HTMLSelectElement ? element.value : ''

/** A clock that ticks outside the form swaps one text for another; that is no sign of anything. */
function noteMutation(record: MutationRecord, root: Element, texts: Map<Element, string>): boolean {
  const { target } = record
  const element = target instanceof Element ? target : target.parentElement
  if (!element) return false
  const isNear = root.contains(element)
  if (record.type === 'attributes') return noteShown(element, record.attributeName ?? '', texts) || isNear
  if (!isNear && isTick(record) && !element.closest('[aria-live],[role=status],[role=alert],output'))
    return false
  noteText(record.type === 'childList' ? addedElement(record, element) : element, texts)
  return true
}

const isTick = (record: MutationRecord): boolean =>
  record.type === 'characterData' ||
  (record.removedNodes.length > 0 && record.addedNodes.length > 0 && isTextOnly(record))

const isTextOnly = (record: MutationRecord): boolean =>
  [...record.addedNodes, ...record.removedNodes].every((node) => node instanceof Text)

const addedElement = (record: MutationRecord, parent: Element): Element => {
  const added = [...record.addedNodes].find((node) => node instanceof Element)
  return added instanceof Element ? added : parent
}

/** A message that was in the page all along and is shown now. */
function noteShown(element: Element, attribute: string, texts: Map<Element, string>): boolean {
  if (attribute !== 'hidden' && attribute !== 'style' && attribute !== 'class') return false
  if (!isShown(element) || element.querySelector('input,select,textarea') || attribute !== 'hidden')
    return false
  return noteText(element, texts)
}

const textLimit = 300

function noteText(element: Element, texts: Map<Element, string>): boolean {
  const text = element.textContent.replace(/\s+/g, ' ').trim()
  if (text === '' || element.matches('style,script,button,input,option')) return false
  texts.delete(element)
  texts.set(element, text.slice(0, textLimit))
  return true
}
