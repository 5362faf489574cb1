import browser from 'webextension-polyfill'
import type { TabState } from '../protocol/tab-state.ts'
import { sites } from '../store/settings.ts'
import { siteOrigin } from './frames.ts'

const webStores = ['https://chromewebstore.google.com', 'https://microsoftedge.microsoft.com']

/** Why a tab at this address cannot be shared, or null. */
export async function findObstacle(url: string): Promise<TabState['obstacle']> {
  const origin = siteOrigin(url)
  if (url.startsWith('file:')) return 'file'
  if (origin === '') return 'browser_page'
  if (webStores.includes(origin) || url.startsWith('https://chrome.google.com/webstore')) return 'web_store'
  if (/\.pdf(?:$|[?#])/i.test(url)) return 'pdf'
  if ((await sites.read())[origin]?.isBlocked) return 'blocked'
  return (await browser.permissions.contains({ origins: [`${origin}/*`] })) ? null : 'no_access'
}
