import type { Page } from '@playwright/test'
import { cards } from '../scripts/popup.mjs'
import type { Countersign } from './fixtures/countersign.ts'
import { booking, expect, findSharedPage, test } from './fixtures/shop.ts'

/** Puts another tab in front. Nothing is emulated, so the browser really runs no frames in the tab behind. */
async function hide(countersign: Countersign, page: Page): Promise<void> {
  const other = await countersign.context.newPage()
  await other.goto('data:text/html,<title>In front</title>')
  await other.bringToFront()
  await expect.poll(() => page.evaluate(() => document.visibilityState)).toBe('hidden')
}

const isHidden = (page: Page): Promise<boolean> => page.evaluate(() => document.visibilityState === 'hidden')

test('a fill approved while its tab is hidden is written and verified', async ({ countersign, shop }) => {
  await hide(countersign, shop.page)
  const answer = shop.agent.call(shop.handle, shop.fill, { values: booking })
  await countersign.approve()
  const result = await answer
  expect(result).toMatchObject({ status: 'ok' })
  expect(result.data.changes).toContainEqual({ path: 'values.name', after: booking.name })
  expect(await shop.valueOf('name')).toBe(booking.name)
  expect(await isHidden(shop.page)).toBe(true)
})

test('a submit approved while its tab is hidden reaches the page once', async ({ countersign, shop }) => {
  await hide(countersign, shop.page)
  const answer = shop.agent.call(shop.handle, shop.fill, { values: booking, submit: true })
  await countersign.approve()
  expect(await answer).toMatchObject({ status: 'ok' })
  expect(await shop.page.locator('#booked .reference').textContent()).toBe('Reference BL-1001')
  expect(await isHidden(shop.page)).toBe(true)
})

test('in a hidden tab too the worker may be stopped between call and approval', async ({
  countersign,
  shop,
}) => {
  await hide(countersign, shop.page)
  const answer = shop.agent.call(shop.handle, 'join_waitlist', {
    name: 'Ada',
    date: '2026-12-04',
    guests: 2,
  })
  await expect(cards(await countersign.openPopup())).toHaveCount(1)
  await countersign.stopWorker()
  await countersign.approve()
  expect(await answer).toMatchObject({ status: 'ok', data: { position: 1 } })
  expect(await isHidden(shop.page)).toBe(true)
})

test('reloading the page withdraws what waits, and the next call works on the new document', async ({
  countersign,
  shop,
}) => {
  const answer = shop.agent.call(shop.handle, shop.fill, { values: booking })
  const popup = await countersign.openPopup()
  await expect(cards(popup)).toHaveCount(1)
  await shop.page.reload()
  expect(await answer).toMatchObject({ status: 'cancelled', by: 'signal' })
  await expect(cards(popup)).toHaveCount(0)
  expect(await shop.valueOf('name')).toBe('')

  const again = await findSharedPage(shop.agent, new URL(shop.page.url()).origin)
  expect(again.page).toBe(shop.handle)
  const next = shop.agent.call(shop.handle, shop.fill, { values: booking })
  await countersign.approve()
  expect(await next).toMatchObject({ status: 'ok' })
  expect(await shop.valueOf('name')).toBe(booking.name)
})

test('a page that reloads while its tool runs leaves the outcome unknown and is not run twice', async ({
  countersign,
  pages,
}) => {
  const url = pages.add(
    '/endless',
    `<!doctype html><title>Endless</title><output></output><script>
      document.querySelector('output').textContent = sessionStorage.runs ?? '0'
      document.modelContext.registerTool({
        name: 'endless', description: 'Never answers',
        inputSchema: { type: 'object', properties: {} },
        execute: () => { sessionStorage.runs = Number(sessionStorage.runs ?? 0) + 1; return new Promise(() => {}) },
      })
    </script>`,
  )
  const page = await countersign.context.newPage()
  await page.goto(url)
  await countersign.shareTab(page)
  const agent = await countersign.mcpClient()
  const { page: handle } = await findSharedPage(agent, pages.origin)
  const answer = agent.call(handle, 'endless', {})
  await countersign.approve('endless')
  await expect.poll(() => page.evaluate(() => sessionStorage.runs as string)).toBe('1')
  await page.reload()
  expect(await answer).toMatchObject({ status: expect.stringMatching(/^(error|ok)$/) })
  await expect(page.locator('output')).toHaveText('1')
})

test('after a return from the back/forward cache the page’s tools work', async ({ countersign, shop }) => {
  await shop.page.goto('about:blank')
  await shop.page.goBack({ waitUntil: 'commit' })
  const { page: handle } = await findSharedPage(shop.agent, new URL(shop.page.url()).origin)
  expect(handle).toBe(shop.handle)
  const answer = shop.agent.call(handle, 'find_tables', { date: '2026-12-04', guests: 2 })
  await countersign.approve('Find free tables')
  expect(await answer).toMatchObject({ status: 'ok' })
})
