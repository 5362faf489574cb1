import type { TabState } from '../../protocol/tab-state.ts'
import type { Look } from './use-connection.ts'

export const linkNames = ['page', 'content', 'worker', 'companion', 'client'] as const
export type LinkName = (typeof linkNames)[number]

/** `unknown`: an earlier link is broken, so that nothing can be said of this one. */
export type LinkStatus = 'checking' | 'good' | 'bad' | 'unknown'
export type Chain = Record<LinkName, LinkStatus>

/** Each link by the last look alone. */
export function chainOf(look: Look | undefined): Chain {
  if (!look)
    return {
      page: 'checking',
      content: 'checking',
      worker: 'checking',
      companion: 'checking',
      client: 'checking',
    }
  const { links } = look
  if (!links)
    return { page: 'unknown', content: 'unknown', worker: 'bad', companion: 'unknown', client: 'unknown' }
  return {
    page: links.isShared ? 'good' : 'bad',
    content: links.isShared ? goodIf(links.isContentAlive) : 'unknown',
    worker: 'good',
    companion: goodIf(links.companion !== null),
    client: links.companion === null ? 'unknown' : goodIf(links.clients.length > 0),
  }
}

const goodIf = (isGood: boolean): LinkStatus => (isGood ? 'good' : 'bad')

export const isWhole = (chain: Chain): boolean => linkNames.every((name) => chain[name] === 'good')

export const canShare = (tab: TabState | undefined): boolean =>
  tab !== undefined && (tab.obstacle === null || tab.obstacle === 'no_access')
