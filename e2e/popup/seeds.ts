import type { Page } from '@playwright/test'
import { sampleCall } from '../../scripts/sample-state.mjs'
import type { Countersign } from '../fixtures/countersign.ts'

/** Records as the worker keeps them, written beside it: what is drawn, and that a press is sent, can be seen so. */
export const store = (
  countersign: Countersign,
  session: Record<string, unknown>,
  local: Record<string, unknown> = {},
): Promise<void> =>
  countersign.desk.evaluate(
    async ([inSession, inLocal]) => {
      await chrome.storage.session.set(inSession)
      await chrome.storage.local.set(inLocal)
    },
    [session, local] as const,
  )

export const unstore = (countersign: Countersign, keys: string[]): Promise<void> =>
  countersign.desk.evaluate((gone) => chrome.storage.session.remove(gone), keys)

/** A worker that starts anew forgets records that no document knows of, so it is kept from falling asleep. */
export const keepWorkerAwake = (countersign: Countersign): Promise<void> =>
  countersign.desk.evaluate(() => {
    setInterval(() => void chrome.runtime.sendMessage({ about: 'nothing' }).catch(() => undefined), 5_000)
  })

/** A pending call in the tab of a page, though no document holds it: a decision about it is answered as too late. */
export async function storeCall(
  countersign: Countersign,
  page: Page,
  ...[index, card, more]: Parameters<typeof sampleCall>
): Promise<string> {
  const tabId = await countersign.tabId(page)
  const records = sampleCall(index, card, { tabId, ...more })
  await store(countersign, records)
  return Object.keys(records)[0] ?? ''
}
