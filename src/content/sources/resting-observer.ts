import type { TreeRoot } from '../dom/composed-tree.ts'
import { sleep } from '../dom/settle.ts'

export type RestingObserver = {
  /** Observes these roots, and no others any more once it has rested. */
  follow(roots: readonly TreeRoot[]): void
  takeRecords(): MutationRecord[]
  /** It sees nothing now. */
  isResting(): boolean
}

export type RestingObserverOptions = {
  signal: AbortSignal
  observed: MutationObserverInit
  /** Says whether any of them is of consequence. */
  onRecords: (records: readonly MutationRecord[]) => boolean
  /** How long to rest, in milliseconds. */
  restMs: () => number
  /** It sees again; what happened meanwhile it does not know. */
  onRested: () => void
}

/** So many records of no consequence within that many milliseconds are a storm. */
const stormRecords = 150
const stormWithinMs = 100

/** A mutation observer that is away most of the time where a page keeps changing to no consequence: every record costs. */
export function createRestingObserver(document: Document, options: RestingObserverOptions): RestingObserver {
  const { signal, observed, onRecords, restMs, onRested } = options
  const isStorm = createStormGauge()
  let roots: ReadonlySet<TreeRoot> = new Set([document])
  let isResting = false

  const observer = new MutationObserver((records) => {
    if (isStorm(onRecords(records) ? 0 : records.length)) void rest()
  })
  const observe = (root: TreeRoot): void => observer.observe(root, observed)
  const rest = async (): Promise<void> => {
    observer.disconnect()
    isResting = true
    await sleep(restMs())
    isResting = false
    if (signal.aborted) return
    roots.forEach(observe)
    onRested()
  }

  observe(document)
  signal.addEventListener('abort', () => observer.disconnect())
  return {
    follow(next) {
      const known = roots
      roots = new Set(next)
      if (isResting) return
      for (const root of roots) if (!known.has(root)) observe(root)
    },
    takeRecords: () => observer.takeRecords(),
    isResting: () => isResting,
  }
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
