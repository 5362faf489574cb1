import browser from 'webextension-polyfill'
import { keptTabs } from '../store/kept-tabs.ts'
import {
  findOpenCalls,
  forgetUndo,
  settleLeftCalls,
  settleNavigatedCalls,
  settleNavigatedCallsOf,
} from './call-ending.ts'
import { sendToDocument } from '../protocol/send.ts'
import type { Share } from '../store/shares.ts'
import { listFrames } from './frames.ts'
import { injectContentScript } from './injection.ts'
import { injectAwaited, injectOnceLoaded, isAwaitingLoad, noteInteractive } from './page-arrival.ts'
import { dropFrames, findShare, followTopFrame, forgetTab, moveShares, noteTitle } from './sharing.ts'

type Committed = chrome.webNavigation.WebNavigationTransitionCallbackDetails

/** A new document came into a frame, or a cached one came back. */
export async function handleCommitted(details: Committed): Promise<void> {
  if (details.documentLifecycle !== 'active') return
  const { tabId, frameId, documentId, url } = details
  if (frameId === 0) await handleTopCommitted(tabId, { url, documentId })
  else await handleFrameCommitted(tabId, frameId, documentId)
}

async function handleTopCommitted(
  tabId: number,
  document: { url: string; documentId: string },
): Promise<void> {
  const left = await findOpenCalls((call) => call.tabId === tabId && call.documentId !== document.documentId)
  await settleLeftCalls(left, document.documentId)
  const share = await followTopFrame(tabId, document)
  if (share) injectOnceLoaded(share)
}

async function handleFrameCommitted(tabId: number, frameId: number, documentId: string): Promise<void> {
  const share = await findShare(tabId)
  if (!share) return
  const left = await findOpenCalls(
    (call) => call.tabId === tabId && call.frameId === frameId && call.documentId !== documentId,
  )
  await settleLeftCalls(left, documentId)
  if (isAwaitingLoad(tabId) || !(await isOfSharedSite(share, documentId)))
    await dropFrames(tabId, (frame) => frame.frameId === frameId && frame.documentId !== documentId)
  else await injectContentScript(tabId, [documentId])
}

const isOfSharedSite = async ({ tabId, origins }: Share, documentId: string): Promise<boolean> =>
  (await listFrames(tabId)).some((frame) => frame.documentId === documentId && origins.includes(frame.origin))

/** A navigation ended without a document; calls that wait for one are told that none comes. */
export async function handleNavigationEnded({
  tabId,
  frameId,
}: chrome.webNavigation.WebNavigationFramedCallbackDetails): Promise<void> {
  const waiting = await findOpenCalls(
    (call) => call.tabId === tabId && call.frameId === frameId && call.isNavigating === true,
  )
  const documents = new Map(waiting.map((call) => [call.documentId, call]))
  for (const address of documents.values()) await sendToDocument(address, 'navigation.ended', {})
}

export async function handleInteractive({
  tabId,
  frameId,
  documentId,
}: chrome.webNavigation.WebNavigationFramedCallbackDetails): Promise<void> {
  await settleNavigatedCalls(documentId)
  if (frameId === 0) noteInteractive(tabId)
  if (isAwaitingLoad(tabId)) return
  const share = await findShare(tabId)
  // What is injected into the first document of a tab as it commits can be lost without an error.
  const isSilent = share?.frames.every((frame) => frame.documentId !== documentId) === true
  if (isSilent && (await isOfSharedSite(share, documentId))) await injectContentScript(tabId, [documentId])
}

/**
 * A content script says its document is being left, perhaps into the back/forward cache. A call that navigates is left to
 * the next document, unless the frame itself is gone and none can come.
 */
export async function handleDocumentLeft(sender: {
  tabId: number
  frameId: number
  documentId: string
}): Promise<void> {
  await dropFrames(sender.tabId, (frame) => frame.documentId === sender.documentId)
  const left = await findOpenCalls((call) => call.documentId === sender.documentId)
  if (left.length === 0) return
  const hasFrame = (await listFrames(sender.tabId)).some(({ frameId }) => frameId === sender.frameId)
  await settleLeftCalls(left.filter((call) => !(hasFrame && call.isNavigating === true)))
}

export async function handleTabRemoved(tabId: number): Promise<void> {
  await settleLeftCalls(await findOpenCalls((call) => call.tabId === tabId))
  await forgetUndo((_, callTabId) => callTabId === tabId)
  await forgetTab(tabId)
}

export async function handleTabReplaced(to: number, from: number): Promise<void> {
  await settleLeftCalls(await findOpenCalls((call) => call.tabId === from))
  await forgetUndo((_, tabId) => tabId === from)
  await dropFrames(from, () => true)
  await moveShares(from, to)
}

export async function handleTabUpdated(
  tabId: number,
  change: { title?: string; status?: string },
): Promise<void> {
  if (change.title !== undefined) await noteTitle(tabId, change.title)
  if (change.status !== 'complete') return
  await settleNavigatedCallsOf(tabId)
  await injectAwaited(tabId)
}

// One after another: what is kept and what is to be kept are compared, and then written.
let lastKeeping: Promise<unknown> = Promise.resolve()

/** Tabs with open calls are kept from being discarded, which would lose them; other tabs are left as they are. */
export function keepTabs(): Promise<void> {
  const keeping = lastKeeping.then(keepTabsOfOpenCalls)
  lastKeeping = keeping.catch(() => undefined)
  return keeping
}

const markTab = (tabId: number, autoDiscardable: boolean): Promise<unknown> =>
  browser.tabs.update(tabId, { autoDiscardable }).catch(() => undefined)

async function keepTabsOfOpenCalls(): Promise<void> {
  const open = [...new Set((await findOpenCalls(() => true)).map(({ tabId }) => tabId))]
  const kept = await keptTabs.read()
  const fresh = open.filter((tabId) => !kept.includes(tabId))
  const over = kept.filter((tabId) => !open.includes(tabId))
  if (fresh.length + over.length === 0) return
  await Promise.all([
    ...fresh.map((tabId) => markTab(tabId, false)),
    ...over.map((tabId) => markTab(tabId, true)),
  ])
  await keptTabs.update(() => open)
}
