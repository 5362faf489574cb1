import browser from 'webextension-polyfill'
import { accessRequests, openCalls } from '../store/pending-confirmations.ts'
import { isWaiting } from './call-ending.ts'

// What this worker has set; a fresh one sets it anew.
let shownCount: number | undefined

// One after another, so that the last to be drawn is the last that was counted.
let lastRefresh: Promise<void> = Promise.resolve()

/** The toolbar icon counts what waits for the person. */
export const refreshBadge = (): Promise<void> =>
  (lastRefresh = lastRefresh.catch(() => undefined).then(drawCount))

async function drawCount(): Promise<void> {
  const calls = [...(await openCalls.readAll()).values()].filter(isWaiting)
  const cards = new Set(calls.map(({ callId, pending }) => pending?.confirmId ?? callId))
  const count = cards.size + (await accessRequests.readAll()).size
  if (count === shownCount) return
  shownCount = count
  await browser.action.setBadgeText({ text: count === 0 ? '' : String(count) })
  await browser.action.setBadgeBackgroundColor({ color: '#b45309' })
}
