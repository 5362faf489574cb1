import browser from 'webextension-polyfill'
import { shares, type Share, type SharedFrame } from '../store/shares.ts'
import { sites } from '../store/settings.ts'
import type { DocumentSender } from '../protocol/sender.ts'
import { listFrames, siteOrigin, type TabFrame } from './frames.ts'
import { isIncognitoTab } from './incognito-tab.ts'
import { registerPageScript } from './injection.ts'
import { forgetTools, prefix } from './known-tools.ts'
import { findObstacle } from './obstacle.ts'
import { forgetArrival, injectSharedFrames, noteArrived, whenPresent } from './page-arrival.ts'
import { findSeenFrames } from './seen-frames.ts'

/** How long a tab may be away from its shared site and still come back shared. */
const suspensionMs = 30 * 60_000

export const findPage = async (page: string): Promise<Share | undefined> => (await shares.read())[page]

/** The share that is in force in a tab now. */
export const findShare = async (tabId: number): Promise<Share | undefined> =>
  Object.values(await shares.read()).find((share) => share.tabId === tabId && share.suspendedAt === undefined)

/** The same with its top document in it, where that is on its way. */
export async function findPresentShare(tabId: number): Promise<Share | undefined> {
  const share = await findShare(tabId)
  return share && whenPresent(share)
}

const updateShare = (page: string, change: (share: Share) => Share): Promise<unknown> =>
  shares.update((all) => {
    const share = all[page]
    return share ? { ...all, [page]: change(share) } : all
  })

const removeShares = async (isRemoved: (share: Share) => boolean): Promise<void> => {
  await shares.update((all) =>
    Object.fromEntries(Object.entries(all).filter(([, share]) => !isRemoved(share))),
  )
}

/**
 * Shares a tab's site with the agents, as it is now. Gives the reason where it cannot be. `meant`: the origin that was
 * approved; a tab that shows another one by now is not shared.
 */
export async function shareTab(tabId: number, meant?: string): Promise<Share | { obstacle: string }> {
  const existing = await findShare(tabId)
  if (existing) return isMeant(existing.origins[0], meant) ? existing : { obstacle: 'other_site' }
  const tab = await browser.tabs.get(tabId).catch(() => undefined)
  if (!tab) return { obstacle: 'gone' }
  const obstacle = await findObstacle(tab.url ?? '')
  if (obstacle) return { obstacle }
  const origin = siteOrigin(tab.url ?? '')
  if (!isMeant(origin, meant)) return { obstacle: 'other_site' }
  const share = shareFor(tabId, origin, tab)
  const isOther = (other: Share): boolean => other.tabId === tabId && other.suspendedAt === undefined
  await shares.update((all) => (Object.values(all).some(isOther) ? all : { ...all, [share.page]: share }))
  await Promise.all([registerPageScript(), injectSharedFrames(share)])
  return (await findShare(tabId)) ?? { obstacle: 'gone' }
}

/** The tab is on its way to this origin by another: it is shared as one that has left the site and comes back. */
export async function shareTabLater(tabId: number, origin: string): Promise<Share | undefined> {
  const tab = await browser.tabs.get(tabId).catch(() => undefined)
  if (!tab || (await findObstacle(origin))) return undefined
  const share = { ...shareFor(tabId, origin, tab), title: '', suspendedAt: Date.now() }
  await shares.update((all) => ({ ...all, [share.page]: share }))
  // It may have arrived while this was written.
  const [top] = await listFrames(tabId)
  const arrived = top?.origin === origin ? await followTopFrame(tabId, top) : undefined
  if (arrived) await injectSharedFrames(arrived)
  await registerPageScript()
  return arrived ?? share
}

const isMeant = (origin: string | undefined, meant: string | undefined): boolean =>
  meant === undefined || origin === meant

const shareFor = (tabId: number, origin: string, tab: { title?: string; incognito: boolean }): Share => ({
  page: `p-${crypto.randomUUID().slice(0, 8)}`,
  tabId,
  origins: [origin],
  frames: [],
  nextFrameNumber: 1,
  rev: 1,
  title: tab.title ?? '',
  isIncognito: tab.incognito,
  goneTools: [],
})

/** Ends what agents may do in a tab; the caller has ended its calls. Gives the documents to be told. */
export async function unshareTab(tabId: number): Promise<SharedFrame[]> {
  const share = await findShare(tabId)
  await removeShares((candidate) => candidate.tabId === tabId)
  await registerPageScript()
  return share?.frames ?? []
}

/** A site is blocked: nowhere is it shared any more, nor where a tab could come back to it. Gives who is to be told. */
export async function unshareSite(origin: string): Promise<Pick<Share, 'tabId' | 'frames'>[]> {
  const ended = Object.values(await shares.read()).flatMap(({ tabId, origins, frames }) =>
    origins[0] === origin
      ? [{ tabId, frames }]
      : [{ tabId, frames: frames.filter((frame) => frame.origin === origin) }],
  )
  await removeShares((share) => share.origins[0] === origin)
  await shares.update((all) =>
    Object.fromEntries(Object.entries(all).map(([page, share]) => [page, withoutOrigin(share, origin)])),
  )
  await registerPageScript()
  return ended
}

const withoutOrigin = (share: Share, origin: string): Share =>
  share.origins.includes(origin)
    ? {
        ...share,
        origins: share.origins.filter((other) => other !== origin),
        frames: share.frames.filter((frame) => frame.origin !== origin),
        rev: share.rev + 1,
      }
    : share

/** Only what the person can see is shared: a page may frame any site without showing it. */
const canShareFrames = async (share: Share, origin: string): Promise<boolean> =>
  (await findObstacle(origin)) === null &&
  (await findSeenFrames(share)).some((frame) => frame.origin === origin)

export async function shareFrames(tabId: number, origin: string, isShared: boolean): Promise<SharedFrame[]> {
  const share = await findShare(tabId)
  if (!share || origin === share.origins[0]) return []
  if (isShared && !(await canShareFrames(share, origin))) return []
  await updateShare(share.page, (current) => {
    const others = withoutOrigin(current, origin)
    return isShared ? { ...current, origins: [...others.origins, origin], rev: current.rev + 1 } : others
  })
  await registerPageScript()
  const updated = await findPage(share.page)
  if (isShared && updated) await injectSharedFrames(updated)
  return isShared ? [] : share.frames.filter((frame) => frame.origin === origin)
}

/** `tabId`: where the person says so; what they do in an incognito tab is not kept. */
export async function setAlwaysShared(origin: string, isAlways: boolean, tabId?: number): Promise<void> {
  if (isAlways && (await isIncognitoTab(tabId))) return
  await sites.update((all) => ({ ...all, [origin]: { ...all[origin], isAlwaysShared: isAlways } }))
  await registerPageScript()
  if (isAlways) await shareTabsOfAlwaysSites()
}

/** Every open tab that shows an always-shared site in its top frame. */
export async function shareTabsOfAlwaysSites(): Promise<void> {
  const always = await sites.read()
  for (const tab of await browser.tabs.query({})) {
    const isAlways = always[siteOrigin(tab.url ?? '')]?.isAlwaysShared === true
    if (isAlways && tab.id !== undefined) await shareTab(tab.id)
  }
}

/** A content script says it is there. Undefined: its document is not shared, whatever it believes. */
export async function noteDocument(sender: DocumentSender): Promise<Share | undefined> {
  const frames = await listFrames(sender.tabId)
  const frame = frames.find(({ documentId }) => documentId === sender.documentId)
  const share = await findShareFor(sender.tabId, frames)
  if (!share || !frame || !share.origins.includes(frame.origin)) return undefined
  // A frame of another site can go to `about:blank` and stay that site's; a sandboxed one has no origin of its own.
  if (sender.origin !== frame.origin && sender.origin !== 'null') return undefined
  await updateShare(share.page, (current) => withFrame(current, frame))
  if (frame.frameId === 0) noteArrived(sender.tabId)
  return findPage(share.page)
}

/** A document that came back from the cache may speak before the browser tells that it did. */
async function findShareFor(tabId: number, [top]: TabFrame[]): Promise<Share | undefined> {
  const share = await findShare(tabId)
  return top && share?.origins[0] !== top.origin ? followTopFrame(tabId, top) : share
}

function withFrame(share: Share, frame: { frameId: number; documentId: string; origin: string }): Share {
  const earlier = share.frames.find(({ frameId }) => frameId === frame.frameId)
  if (earlier?.documentId === frame.documentId) return share
  const isNumbered = frame.frameId !== 0 && !earlier
  const number = frame.frameId === 0 ? 0 : (earlier?.number ?? share.nextFrameNumber)
  const { frameId, documentId, origin } = frame
  return {
    ...share,
    frames: [
      ...share.frames.filter((other) => other.frameId !== frameId),
      { frameId, documentId, origin, number },
    ],
    nextFrameNumber: share.nextFrameNumber + (isNumbered ? 1 : 0),
    rev: share.rev + 1,
  }
}

/** Documents went: their frames and tools leave the page. */
export async function dropFrames(tabId: number, isGone: (frame: SharedFrame) => boolean): Promise<void> {
  const share = await findShare(tabId)
  const gone = share?.frames.filter(isGone) ?? []
  if (!share || gone.length === 0) return
  const names = gone.flatMap((frame) => forgetTools([frame.documentId]).map((name) => prefix(frame) + name))
  await updateShare(share.page, (current) => ({
    ...current,
    frames: current.frames.filter((frame) => !isGone(frame)),
    rev: current.rev + 1,
    goneTools: [...names, ...current.goneTools].slice(0, 200),
  }))
}

/** The top frame shows another document: sharing is suspended, resumed, started for an always-shared site, or goes on. */
export async function followTopFrame(
  tabId: number,
  document: { url: string; documentId: string },
): Promise<Share | undefined> {
  const origin = siteOrigin(document.url)
  const current = await findShare(tabId)
  const alive = new Set((await listFrames(tabId)).map(({ documentId }) => documentId))
  await dropFrames(tabId, (frame) => !alive.has(frame.documentId))
  await removeShares((share) => share.tabId === tabId && !isResumable(share))
  if (current) {
    const away = current.origins[0] === origin ? {} : { suspendedAt: Date.now() }
    await updateShare(current.page, (share) => ({
      ...share,
      nextFrameNumber: firstFreeNumber(share),
      ...away,
    }))
  }
  const back = Object.values(await shares.read()).find(
    (share) => share.tabId === tabId && share.origins[0] === origin,
  )
  if (back) {
    await updateShare(back.page, ({ suspendedAt: _, ...share }) => share)
    return findPage(back.page)
  }
  if ((await sites.read())[origin]?.isAlwaysShared !== true) return undefined
  const shared = await shareTab(tabId)
  return 'obstacle' in shared ? undefined : shared
}

/** Numbers start over with a new document, except past frames that came back with it. */
const firstFreeNumber = ({ frames }: Share): number => Math.max(0, ...frames.map(({ number }) => number)) + 1

const isResumable = ({ suspendedAt }: Share): boolean =>
  suspendedAt === undefined || Date.now() - suspendedAt < suspensionMs

export const noteTitle = (tabId: number, title: string): Promise<unknown> =>
  shares.update((all) => {
    const share = Object.values(all).find(
      (candidate) => candidate.tabId === tabId && candidate.suspendedAt === undefined,
    )
    return share && share.title !== title ? { ...all, [share.page]: { ...share, title } } : all
  })

/** Discarding a tab changes its id. */
export const moveShares = (from: number, to: number): Promise<unknown> =>
  shares.update((all) =>
    Object.fromEntries(
      Object.entries(all).map(([page, share]) => [
        page,
        share.tabId === from ? { ...share, tabId: to } : share,
      ]),
    ),
  )

/** The tab is gone; in other tabs of its sites nothing of ours runs any more. */
export async function forgetTab(tabId: number): Promise<void> {
  forgetArrival(tabId)
  const isShared = Object.values(await shares.read()).some((share) => share.tabId === tabId)
  if (!isShared) return
  await removeShares((share) => share.tabId === tabId)
  await registerPageScript()
}
