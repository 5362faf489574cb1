import browser from 'webextension-polyfill'
import { toDisplayText } from '../core/display-text.ts'
import { titleMaxLength } from '../core/limits.ts'
import type { TabState } from '../protocol/tab-state.ts'
import { readSiteMode, sites } from '../store/settings.ts'
import { shares, type Share } from '../store/shares.ts'
import { lookAtPage } from './document-look.ts'
import { listFrames, siteOrigin } from './frames.ts'
import { findObstacle } from './obstacle.ts'
import { findSeenFrames } from './seen-frames.ts'
import { findShare } from './sharing.ts'

/** What the popup says about one tab. */
export async function describeTab(tabId: number): Promise<TabState> {
  const tab = await browser.tabs.get(tabId).catch(() => undefined)
  const url = tab?.url ?? ''
  const origin = siteOrigin(url)
  const share = await findShare(tabId)
  return {
    tabId,
    origin,
    title: toDisplayText(tab?.title ?? '', titleMaxLength),
    obstacle: tab ? await findObstacle(url) : 'gone',
    isIncognito: tab?.incognito === true,
    isShared: share !== undefined,
    isSuspended: !share && (await isSuspended(tabId)),
    isAlways: (await sites.read())[origin]?.isAlwaysShared === true,
    mode: await readSiteMode(origin, tab?.incognito === true),
    ...(await describeFrames(tabId, origin, share)),
  }
}

const isSuspended = async (tabId: number): Promise<boolean> =>
  Object.values(await shares.read()).some((share) => share.tabId === tabId && share.suspendedAt !== undefined)

async function describeFrames(
  tabId: number,
  origin: string,
  share: Share | undefined,
): Promise<Pick<TabState, 'frames' | 'needsReload'>> {
  const others = new Set((await listFrames(tabId)).map((frame) => frame.origin))
  others.delete(origin)
  others.delete('')
  const look = share && (await lookAtPage(share))
  const seen = share && others.size > 0 ? await findSeenFrames(share) : []
  return {
    needsReload: look !== undefined && !look.hasModelContext,
    frames: [...others].map((other) => ({
      origin: other,
      isShared: share?.origins.includes(other) === true,
      isVisible: seen.some((frame) => frame.origin === other),
    })),
  }
}
