import { candidateSelector } from '../dom/find-controls.ts'
import { parentOf, shadowHostsIn, type TreeRoot } from '../dom/composed-tree.ts'
import type { Scan } from './form-scan.ts'

/** Which mutations have to do with controls, found out as cheaply as can be. */
export type Relevance = {
  follow(scan: Scan): void
  /** Decides at once, but for elements that were added: those are only noted. */
  isRelevant(record: MutationRecord): boolean
  hasAdditions(): boolean
  /** Whether what was added since brought a control; forgets it. */
  bringAdditions(): boolean
}

const namingTags = new Set(['label', 'legend', 'option', 'optgroup', 'select', 'datalist', 'button'])
const headingTags = new Set(['h1', 'h2', 'h3', 'h4', 'h5', 'h6'])
const lookAttributes = new Set(['class', 'style', 'hidden', 'inert', 'open'])
/** Up to so many added elements are searched one by one; more are not worth it. */
const maxSearched = 100

export function createRelevance(): Relevance {
  const surroundings = new WeakSet<Node>()
  let roots: readonly TreeRoot[] = []
  /** Before the first look nothing is known, and whatever came is to be looked at. */
  let candidateCount = -1
  let hostCount = 0
  let added: Element[] = []

  const follow = (scan: Scan): void => {
    roots = scan.roots
    candidateCount = scan.candidates.length
    hostCount = roots.length - 1
    for (const element of scan.candidates) noteSurroundings(element, surroundings)
  }
  const isRelevant = (record: MutationRecord): boolean => {
    const { target, type, attributeName } = record
    if (type === 'characterData') return target.parentNode !== null && isNaming(target.parentNode)
    if (type === 'childList') return isNaming(target) || isChildRelevant(record)
    if (surroundings.has(target)) return true
    return !lookAttributes.has(attributeName ?? '') && (isNaming(target) || isCandidate(target))
  }
  const isChildRelevant = (record: MutationRecord): boolean => {
    for (const node of record.removedNodes) if (surroundings.has(node)) return true
    for (const node of record.addedNodes) if (node instanceof Element) added.push(node)
    return false
  }
  const bringAdditions = (): boolean => {
    const elements = added
    added = []
    if (elements.length <= maxSearched) return elements.some(bringsControl)
    return countCandidates(roots) !== candidateCount || countHosts(roots) !== hostCount
  }
  return { follow, isRelevant, hasAdditions: () => added.length > 0, bringAdditions }
}

const countCandidates = (roots: readonly TreeRoot[]): number =>
  roots.reduce((count, root) => count + root.querySelectorAll(candidateSelector).length, 0)

const countHosts = (roots: readonly TreeRoot[]): number =>
  roots.reduce((count, root) => count + shadowHostsIn(root).length, 0)

/** All ancestors: hiding or moving one of them hides or moves the control. */
function noteSurroundings(element: Element, surroundings: WeakSet<Node>): void {
  for (let at: Element | null = element; at && !surroundings.has(at); at = parentOf(at)) surroundings.add(at)
}

const isCandidate = (node: Node): boolean => node instanceof Element && node.matches(candidateSelector)

/** Elements whose text names something. */
function isNaming(node: Node): boolean {
  if (!(node instanceof Element)) return false
  const { localName } = node
  return namingTags.has(localName) || headingTags.has(localName) || node.parentElement?.localName === 'label'
}

const bringsControl = (element: Element): boolean =>
  element.shadowRoot !== null ||
  element.localName.includes('-') ||
  namingTags.has(element.localName) ||
  element.matches(candidateSelector) ||
  element.querySelector(candidateSelector) !== null
