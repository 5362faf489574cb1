import { createDeferred, type Deferred } from '../core/deferred.ts'
import { shares, type Share } from '../store/shares.ts'
import { expire } from './expire.ts'
import { listFrames } from './frames.ts'
import { injectContentScript } from './injection.ts'

/** A page keeps its content script waiting no longer than this after its commit and after its DOM is there, in milliseconds. */
const loadLimitMs = 3_000
const domLimitMs = 1_000
/** How long a script that was injected may take to say that it is there. */
const helloLimitMs = 2_000

/** A shared page from its commit on. `limit`: until it has loaded, or somebody needs its content script. */
type Arrival = { page: string; limit: ReturnType<typeof setTimeout> | undefined; present: Deferred<void> }
const arrivals = new Map<number, Arrival>()

/**
 * A shared page was committed. What comes while it loads is injected all at once after that, and does not hold it up;
 * whoever needs its tools earlier waits by `whenPresent`.
 */
export function injectOnceLoaded({ tabId, page }: Share): void {
  clearTimeout(arrivals.get(tabId)?.limit)
  arrivals.set(tabId, { page, limit: undefined, present: createDeferred() })
  limitWait(tabId, loadLimitMs)
}

export const isAwaitingLoad = (tabId: number): boolean => arrivals.get(tabId)?.limit !== undefined

/** The page may go on loading what it shows, and is of use already. */
export function noteInteractive(tabId: number): void {
  if (isAwaitingLoad(tabId)) limitWait(tabId, domLimitMs)
}

function limitWait(tabId: number, ms: number): void {
  const arrival = arrivals.get(tabId)
  if (!arrival) return
  clearTimeout(arrival.limit)
  arrival.limit = setTimeout(() => void injectAwaited(tabId), ms)
}

/** Injects what waits for the tab to load, where something does. */
export async function injectAwaited(tabId: number): Promise<void> {
  const arrival = arrivals.get(tabId)
  if (arrival?.limit === undefined) return
  clearTimeout(arrival.limit)
  arrival.limit = undefined
  const share = (await shares.read())[arrival.page]
  if (share && share.suspendedAt === undefined) await injectSharedFrames(share)
}

/** The content script of the top document says that it is there. */
export const noteArrived = (tabId: number): void => arrivals.get(tabId)?.present.resolve()

export function forgetArrival(tabId: number): void {
  clearTimeout(arrivals.get(tabId)?.limit)
  arrivals.delete(tabId)
}

/** The share with its top document in it, where that is on its way. */
export async function whenPresent(share: Share): Promise<Share> {
  const arrival = arrivals.get(share.tabId)
  if (!arrival || share.frames.some(({ frameId }) => frameId === 0)) return share
  await injectAwaited(share.tabId)
  await Promise.race([arrival.present.promise, expire(helloLimitMs)])
  // One that says nothing is waited for once.
  arrival.present.resolve()
  return (await shares.read())[share.page] ?? share
}

/** Injects into every frame of the shared origins. */
export async function injectSharedFrames(share: Share): Promise<void> {
  const frames = await listFrames(share.tabId)
  const own = frames.filter(({ origin }) => share.origins.includes(origin))
  await injectContentScript(
    share.tabId,
    own.map(({ documentId }) => documentId),
  )
}
