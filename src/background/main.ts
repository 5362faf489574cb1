import '../core/jitless.ts'
import browser from 'webextension-polyfill'
import { handleMessages } from '../protocol/handle.ts'
import { enforceRetention } from '../store/history-retention.ts'
import { clearOutcomes } from '../store/outcomes.ts'
import { accessRequests, openCalls, type OpenCall } from '../store/pending-confirmations.ts'
import { readSettings } from '../store/settings.ts'
import { rememberStorage } from '../store/storage-area.ts'
import { expireAccessRequests } from './access-requests.ts'
import { createAgents } from './agents.ts'
import { refreshBadge } from './badge.ts'
import { isWaiting } from './call-ending.ts'
import { documentHandlers } from './document-handlers.ts'
import {
  handleCommitted,
  handleInteractive,
  handleNavigationEnded,
  handleTabRemoved,
  handleTabReplaced,
  handleTabUpdated,
  keepTabs,
} from './navigation.ts'
import { createPersonHandlers } from './person-handlers.ts'
import { recover } from './recovery.ts'
import { noticeAccess, noticeCall, openFromNotice, withdrawNotice } from './request-notice.ts'
import { shareTabsOfAlwaysSites } from './sharing.ts'

rememberStorage()

// Every listener is registered in this one synchronous block, and each waits for the record to agree with the pages.
const storageIsClosed = Promise.all(
  [chrome.storage.local, chrome.storage.session, chrome.storage.sync].map((area) =>
    area.setAccessLevel({ accessLevel: 'TRUSTED_CONTEXTS' }),
  ),
)
// What could not be recovered is found again by later events; a worker that answers nobody would be worse.
const recovered = storageIsClosed.then(() =>
  recover().catch((error: unknown) => {
    console.error('Recovery failed', error) // oxlint-disable-line no-console -- the only place a bug shows
  }),
)
const agents = createAgents()

// Of one tab each event waits for the one before: a document is interactive only after its commit was handled.
const lastOfTab = new Map<number, Promise<unknown>>()
const inTurnOfTab = (tabId: number, handle: () => Promise<unknown>): Promise<unknown> => {
  const turn = (lastOfTab.get(tabId) ?? recovered).then(handle)
  const over = turn
    .catch(() => undefined)
    .then(() => {
      if (lastOfTab.get(tabId) === over) lastOfTab.delete(tabId)
    })
  lastOfTab.set(tabId, over)
  return turn
}

const afterRecovery =
  <A extends unknown[]>(handle: (...args: A) => unknown) =>
  (...args: A): void =>
    void recovered.then(() => handle(...args))

handleMessages('background', { ...documentHandlers, ...createPersonHandlers(agents) }, { ready: recovered })

chrome.webNavigation.onCommitted.addListener(
  (details) => void inTurnOfTab(details.tabId, () => handleCommitted(details)),
)
chrome.webNavigation.onDOMContentLoaded.addListener(
  (details) => void inTurnOfTab(details.tabId, () => handleInteractive(details)),
)
chrome.webNavigation.onErrorOccurred.addListener(
  (details) => void inTurnOfTab(details.tabId, () => handleNavigationEnded(details)),
)
chrome.tabs.onRemoved.addListener(afterRecovery(handleTabRemoved))
chrome.tabs.onReplaced.addListener(afterRecovery(handleTabReplaced))
chrome.tabs.onUpdated.addListener(
  (tabId, change) => void inTurnOfTab(tabId, () => handleTabUpdated(tabId, change)),
)

browser.runtime.onStartup.addListener(
  afterRecovery(async () => {
    await clearOutcomes()
    await shareTabsOfAlwaysSites()
  }),
)
browser.runtime.onInstalled.addListener(
  afterRecovery(async ({ reason }: { reason: string }) => {
    await shareTabsOfAlwaysSites()
    if (reason === 'install')
      await browser.tabs.create({ url: browser.runtime.getURL('src/welcome/index.html') })
  }),
)
browser.notifications.onClicked.addListener(afterRecovery(openFromNotice))

const lookAlarm = 'look-for-companions'
const tidyAlarm = 'tidy'
browser.alarms.onAlarm.addListener(
  afterRecovery(async ({ name }: { name: string }) => {
    if (name === lookAlarm) await agents.lookForCompanions()
    else await Promise.all([expireAccessRequests(), enforceRetention(Date.now(), await readSettings())])
  }),
)
// Unpacked extensions may wake every 3 s; packed ones every 30 s, whatever is asked for.
void keepAlarm(lookAlarm, 3 / 60)
void keepAlarm(tidyAlarm, 1)

watchPending()
void recovered.then(() => agents.lookForCompanions())

/** One that is there goes on: made anew at each start of a worker that starts often, it would never come to its end. */
async function keepAlarm(name: string, periodInMinutes: number): Promise<void> {
  if (!(await browser.alarms.get(name))) await browser.alarms.create(name, { periodInMinutes })
}

/** Whoever runs a tool in the side panel is there and needs no telling. */
const isAskedByOthers = ({ caller }: OpenCall): boolean => caller !== 'human'

let keeping: ReturnType<typeof setTimeout> | undefined

/** A call that is over within a second needs its tab kept no more. */
function keepTabsSoon(): void {
  keeping ??= setTimeout(() => {
    keeping = undefined
    void keepTabs()
  }, 1_000)
}

/** Badge, notifications and tabs follow what is stored, so a worker that was away catches up. */
function watchPending(): void {
  const forEver = new AbortController().signal
  let noticed: Set<string> | undefined
  openCalls.watch((all) => {
    const waiting = [...all.values()].filter(isWaiting)
    const ids = new Set(waiting.map(({ callId }) => callId))
    const fresh = noticed ? waiting.filter(({ callId }) => !noticed?.has(callId)) : []
    const gone = [...(noticed ?? [])].filter((id) => !ids.has(id))
    noticed = ids
    void refreshBadge()
    keepTabsSoon()
    fresh.filter(isAskedByOthers).forEach((call) => void noticeCall(call))
    gone.forEach((id) => void withdrawNotice(id))
  }, forEver)
  let asked: Set<string> | undefined
  accessRequests.watch((all) => {
    const fresh = asked ? [...all.values()].filter(({ requestId }) => !asked?.has(requestId)) : []
    asked = new Set(all.keys())
    void refreshBadge()
    fresh.forEach((request) => void noticeAccess(request))
  }, forEver)
}
