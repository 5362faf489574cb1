import { candidateSelector } from '../dom/find-controls.ts'
import { parentOf, type TreeRoot } from '../dom/composed-tree.ts'
import { nextTask } from '../dom/settle.ts'
import type { Scan } from './form-scan.ts'

export type FormWatch = {
  /** What the last look found: roots to observe, elements whose surroundings matter. */
  follow(scan: Scan): void
  /** Something relevant happened, or may have: look again soon. */
  markDirty(): void
  /** Whether a look is due; the caller does it now. */
  takeDirty(): boolean
}

export type FormWatchOptions = {
  signal: AbortSignal
  isPaused(): boolean
  onRelevant(): void
  onPassword(element: Element): void
}

/** How long changes are gathered before the page is looked at again, in milliseconds. */
const gatherMs = 60
/** More records than this in one go are not examined one by one. */
const maxExamined = 500

const observed = {
  subtree: true,
  childList: true,
  characterData: true,
  attributes: true,
  attributeOldValue: true,
  attributeFilter:
    `type name id for form role hidden class style open inert disabled readonly required multiple min max step pattern
    minlength maxlength accept autocomplete placeholder title list contenteditable action method formaction novalidate
    aria-label aria-labelledby aria-describedby aria-hidden aria-disabled aria-readonly aria-required aria-controls
    aria-haspopup aria-valuemin aria-valuemax toolname tooldescription toolautosubmit toolparamtitle
    toolparamdescription data-tool data-tool-description data-tool-param-title data-tool-param-description`
      .trim()
      .split(/\s+/),
}

const namingTags = new Set(['label', 'legend', 'option', 'optgroup', 'select', 'datalist', 'button'])
const headingTags = new Set(['h1', 'h2', 'h3', 'h4', 'h5', 'h6'])

/** One observer for the document and its open shadow trees. Changes that touch no control cost a set lookup each. */
export function watchForms(document: Document, options: FormWatchOptions): FormWatch {
  const surroundings = new WeakSet<Node>()
  const observedRoots = new WeakSet<TreeRoot>()
  let isDirty = false
  let isScheduled = false

  const observer = new MutationObserver((records) => {
    for (const record of records) if (record.attributeName === 'type') notePassword(record, options)
    if (isDirty) return
    if (records.length > maxExamined || records.some((record) => isRelevant(record, surroundings)))
      markDirty()
  })

  const markDirty = (): void => {
    isDirty = true
    if (isScheduled || options.signal.aborted) return
    isScheduled = true
    void soon(document).then(() => {
      isScheduled = false
      if (!isDirty || options.signal.aborted) return
      if (options.isPaused()) return
      isDirty = false
      options.onRelevant()
    })
  }

  const follow = (scan: Scan): void => {
    for (const root of scan.roots) {
      if (observedRoots.has(root)) continue
      observedRoots.add(root)
      observer.observe(root, observed)
    }
    for (const element of scan.candidates) noteSurroundings(element, surroundings)
  }

  const takeDirty = (): boolean => {
    const records = observer.takeRecords()
    for (const record of records) if (record.attributeName === 'type') notePassword(record, options)
    const isDue = isDirty || records.some((record) => isRelevant(record, surroundings))
    isDirty = false
    return isDue
  }

  observedRoots.add(document)
  observer.observe(document, observed)
  options.signal.addEventListener('abort', () => observer.disconnect())
  return { follow, markDirty, takeDirty }
}

/** In hidden documents timers run once a second; two tasks are enough to gather one burst. */
const soon = (document: Document): Promise<void> =>
  document.visibilityState === 'hidden'
    ? nextTask().then(nextTask)
    : new Promise((resolve) => {
        setTimeout(resolve, gatherMs)
      })

function notePassword(record: MutationRecord, options: FormWatchOptions): void {
  if (record.oldValue?.toLowerCase() === 'password' && record.target instanceof Element)
    options.onPassword(record.target)
}

/** All ancestors: hiding or moving one of them hides or moves the control. */
function noteSurroundings(element: Element, surroundings: WeakSet<Node>): void {
  for (let at: Element | null = element; at && !surroundings.has(at); at = parentOf(at)) surroundings.add(at)
}

function isRelevant(record: MutationRecord, surroundings: WeakSet<Node>): boolean {
  const { target, type } = record
  if (type === 'attributes') return surroundings.has(target) || isNaming(target) || isCandidate(target)
  if (type === 'characterData') return target.parentNode !== null && isNaming(target.parentNode)
  if (isNaming(target)) return true
  for (const node of record.removedNodes) if (surroundings.has(node)) return true
  for (const node of record.addedNodes) if (node instanceof Element && bringsControl(node)) return true
  return false
}

const isCandidate = (node: Node): boolean => node instanceof Element && node.matches(candidateSelector)

/** Elements whose text names something. */
function isNaming(node: Node): boolean {
  if (!(node instanceof Element)) return false
  return (
    namingTags.has(node.localName) ||
    headingTags.has(node.localName) ||
    node.parentElement?.localName === 'label'
  )
}

const bringsControl = (element: Element): boolean =>
  element.shadowRoot !== null ||
  element.localName.includes('-') ||
  namingTags.has(element.localName) ||
  element.matches(candidateSelector) ||
  element.querySelector(candidateSelector) !== null
