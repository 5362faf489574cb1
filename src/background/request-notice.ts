import browser from 'webextension-polyfill'
import { toDisplayText } from '../core/display-text.ts'
import type { AccessRequest, OpenCall } from '../store/pending-confirmations.ts'
import { readSettings } from '../store/settings.ts'

const noticePrefix = 'pending:'

/** Tells the person that something waits: agent, site and tool, never a value. */
export async function noticeCall(call: OpenCall): Promise<void> {
  const agent = call.agent?.name ?? browser.i18n.getMessage('notice_page_assistant')
  const tool = call.title ?? call.tool
  await notice(call.callId, [agent, call.origin, tool])
}

export const noticeAccess = ({ requestId, agent, origin }: AccessRequest): Promise<void> =>
  notice(requestId, [agent.name, origin, browser.i18n.getMessage('notice_access')])

async function notice(id: string, facts: string[]): Promise<void> {
  const settings = await readSettings()
  if (settings.isPopupOpenedOnRequest) await openPopup()
  if (!settings.isNotifying) return
  await browser.notifications.create(noticePrefix + id, {
    type: 'basic',
    iconUrl: browser.runtime.getURL('icons/icon-128.png'),
    title: browser.i18n.getMessage('notice_title'),
    message: facts.map((fact) => toDisplayText(fact, 120)).join(' · '),
  })
}

const popupPath = 'src/popup/index.html'

/** The popup is told that no person opened it: then it takes longer to trust a press. */
async function openPopup(): Promise<void> {
  await chrome.action.setPopup({ popup: `${popupPath}?opened=request` })
  // Another popup may be open, or no window may have the focus; badge and notification are there all the same.
  await chrome.action.openPopup().catch(() => undefined)
  await chrome.action.setPopup({ popup: popupPath })
}

export const withdrawNotice = async (id: string): Promise<void> => {
  await browser.notifications.clear(noticePrefix + id)
}

/** A notification that was clicked opens the pending list in a small window of its own. */
export async function openFromNotice(noticeId: string): Promise<void> {
  if (!noticeId.startsWith(noticePrefix)) return
  const [tab] = await browser.tabs.query({ active: true, lastFocusedWindow: true })
  const url = browser.runtime.getURL(`src/popup/index.html?tab=${tab?.id ?? ''}`)
  await browser.windows.create({ url, type: 'popup', width: 420, height: 640 })
  await browser.notifications.clear(noticeId)
}
