import type { TreeRoot } from '../dom/composed-tree.ts'
import { nextTask, sleep } from '../dom/settle.ts'
import { createRelevance } from './form-relevance.ts'
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
  /** Looks at the page again. */
  onRelevant(): Promise<void>
  onPassword(element: Element): void
}

/** How long changes are gathered before the page is looked at again, in milliseconds. */
const gatherMs = 60
const gatherLimitMs = 2000
/** A page that changes so much beside its controls is not watched for a while, and looked at after that. */
const stormRecords = 150
const stormWithinMs = 100
const restMs = 500
const restLimitMs = 5_000

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

/**
 * One observer for the document and its open shadow trees. It is away most of the time where the page keeps changing beside
 * its controls: every record costs, whatever it says.
 */
export function watchForms(document: Document, options: FormWatchOptions): FormWatch {
  const relevance = createRelevance()
  const isStorm = createStormGauge()
  let roots: ReadonlySet<TreeRoot> = new Set([document])
  let isResting = false
  let isDirty = false
  let isScheduled = false
  let lookMs = 0

  const take = (records: readonly MutationRecord[]): void => {
    for (const record of records) if (record.attributeName === 'type') notePassword(record, options)
    isDirty ||= records.some((record) => relevance.isRelevant(record))
  }
  const observer = new MutationObserver((records) => {
    take(records)
    if (isDirty || relevance.hasAdditions()) schedule()
    if (isStorm(isDirty ? 0 : records.length)) void rest()
  })
  const observe = (root: TreeRoot): void => observer.observe(root, observed)

  const rest = async (): Promise<void> => {
    observer.disconnect()
    isResting = true
    await sleep(Math.min(Math.max(restMs, lookMs * 20), restLimitMs))
    isResting = false
    if (options.signal.aborted) return
    roots.forEach(observe)
    markDirty()
  }

  const schedule = (): void => {
    if (isScheduled || options.signal.aborted) return
    isScheduled = true
    void soon(document, Math.min(Math.max(gatherMs, lookMs * 5), gatherLimitMs)).then(() => {
      isScheduled = false
      if (!options.signal.aborted && !options.isPaused() && isDue()) void look()
    })
  }
  /** A page that keeps changing is looked at less often the longer a look takes. */
  const look = async (): Promise<void> => {
    const startedAt = performance.now()
    await options.onRelevant()
    lookMs = performance.now() - startedAt
  }
  const isDue = (): boolean => {
    const isNow = isDirty || relevance.bringAdditions()
    isDirty = false
    return isNow
  }
  const markDirty = (): void => {
    isDirty = true
    schedule()
  }
  const follow = (scan: Scan): void => {
    const known = roots
    roots = new Set(scan.roots)
    if (!isResting) for (const root of roots) if (!known.has(root)) observe(root)
    relevance.follow(scan)
  }
  const takeDirty = (): boolean => {
    take(observer.takeRecords())
    return isDue() || isResting
  }

  observe(document)
  options.signal.addEventListener('abort', () => observer.disconnect())
  return { follow, markDirty, takeDirty }
}

/** Takes how many records of no consequence came at once, 0 where one was of consequence; true when it is a storm. */
function createStormGauge(): (records: number) => boolean {
  let count = 0
  let since = 0
  return (records) => {
    const now = performance.now()
    if (records === 0 || now - since > stormWithinMs) {
      count = 0
      since = now
    }
    count += records
    return count >= stormRecords
  }
}

/** In hidden documents timers run once a second; two tasks are enough to gather one burst. */
const soon = (document: Document, ms: number): Promise<void> =>
  document.visibilityState === 'hidden' ? nextTask().then(nextTask) : sleep(ms)

function notePassword(record: MutationRecord, options: FormWatchOptions): void {
  if (record.oldValue?.toLowerCase() === 'password' && record.target instanceof Element)
    options.onPassword(record.target)
}
