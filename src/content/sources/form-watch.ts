import { nextTask, sleep } from '../dom/settle.ts'
import { createRelevance } from './form-relevance.ts'
import type { Scan } from './form-scan.ts'
import { createRestingObserver } from './resting-observer.ts'

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
/** A page that keeps changing beside its controls is not watched for this long, and looked at after that. */
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

/** One observer for the document and its open shadow trees. */
export function watchForms(document: Document, options: FormWatchOptions): FormWatch {
  const relevance = createRelevance()
  let isDirty = false
  let isScheduled = false
  let lookMs = 0

  const take = (records: readonly MutationRecord[]): void => {
    for (const record of records) if (record.attributeName === 'type') notePassword(record, options)
    isDirty ||= records.some((record) => relevance.isRelevant(record))
  }
  const observer = createRestingObserver(document, {
    signal: options.signal,
    observed,
    onRecords(records) {
      take(records)
      if (isDirty || relevance.hasAdditions()) schedule()
      return isDirty
    },
    restMs: () => Math.min(Math.max(restMs, lookMs * 20), restLimitMs),
    onRested: () => markDirty(),
  })

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
    const isNow = relevance.bringAdditions() || isDirty
    isDirty = false
    return isNow
  }
  const markDirty = (): void => {
    isDirty = true
    schedule()
  }
  const follow = (scan: Scan): void => {
    observer.follow(scan.roots)
    relevance.follow(scan)
  }
  const takeDirty = (): boolean => {
    take(observer.takeRecords())
    return isDue() || observer.isResting()
  }
  return { follow, markDirty, takeDirty }
}

/** In hidden documents timers run once a second; two tasks are enough to gather one burst. */
const soon = (document: Document, ms: number): Promise<void> =>
  document.visibilityState === 'hidden' ? nextTask().then(nextTask) : sleep(ms)

function notePassword(record: MutationRecord, options: FormWatchOptions): void {
  if (record.oldValue?.toLowerCase() === 'password' && record.target instanceof Element)
    options.onPassword(record.target)
}
