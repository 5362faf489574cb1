import { cards } from '../scripts/popup.mjs'
import { booking, expect, test } from './fixtures/shop.ts'

const visit = { name: 'Ada', date: '2026-12-04', guests: 2 }

test('a fill approved after the worker was stopped runs once and its outcome reaches the agent', async ({
  countersign,
  shop,
}) => {
  const answer = shop.agent.call(shop.handle, shop.fill, { values: booking })
  await expect(cards(await countersign.openPopup())).toHaveCount(1)
  await countersign.stopWorker()
  await countersign.approve()
  await expect.poll(() => shop.valueOf('name')).toBe(booking.name)

  const result = await answer
  expect(result).toMatchObject({ status: 'ok' })
  expect(result.data.changes).toContainEqual({ path: 'values.name', after: booking.name })
})

test('a call held before the worker was stopped is there when the popup opens afterwards', async ({
  countersign,
  shop,
}) => {
  const answer = shop.agent.call(shop.handle, 'join_waitlist', visit)
  await expect(cards(await countersign.openPopup())).toHaveCount(1)
  await (await countersign.openPopup()).close()
  await countersign.stopWorker()
  await countersign.approve('Join the waiting list')
  expect(await answer).toMatchObject({ status: 'ok', data: { position: 1 } })
  await expect(shop.page.getByText('Ada, 2026-12-04, 2 guests')).toHaveCount(1)
})

test('a worker stopped again and again between call and approval loses nothing', async ({
  countersign,
  shop,
}) => {
  const answer = shop.agent.call(shop.handle, 'join_waitlist', visit)
  const popup = await countersign.openPopup()
  await expect(cards(popup)).toHaveCount(1)
  for (let times = 0; times < 3; times += 1) {
    await countersign.stopWorker()
    await shop.agent.listPages()
  }
  await expect(cards(popup)).toHaveCount(1)
  await countersign.approve()
  expect(await answer).toMatchObject({ status: 'ok', data: { position: 1 } })
  await expect(shop.page.getByText('Ada, 2026-12-04, 2 guests')).toHaveCount(1)
})

test('a worker stopped while the tool runs adopts its outcome', async ({ countersign, pages }) => {
  const url = pages.add(
    '/slow',
    `<!doctype html><title>Slow</title><output>0</output><script>
      let release
      document.modelContext.registerTool({
        name: 'slow', description: 'Answers when the page is clicked',
        inputSchema: { type: 'object', properties: {} },
        execute: () => new Promise((resolve) => {
          document.querySelector('output').textContent = String(Number(document.querySelector('output').textContent) + 1)
          document.onclick = () => resolve({ done: true })
        }),
      })
    </script>`,
  )
  const page = await countersign.context.newPage()
  await page.goto(url)
  await countersign.shareTab(page)
  const agent = await countersign.mcpClient()
  const { page: handle } = (await agent.listPages()).pages[0]
  const answer = agent.call(handle, 'slow', {})
  await countersign.approve('slow')
  await expect(page.locator('output')).toHaveText('1')
  await countersign.stopWorker()
  await page.evaluate(() => document.body.click())
  const result = await answer
  expect(result).toMatchObject({ status: 'ok', data: { done: true } })
  await expect(page.locator('output')).toHaveText('1')
})

test('the first call after the worker went to sleep works', async ({ countersign, shop }) => {
  await countersign.stopWorker()
  const answer = shop.agent.call(shop.handle, 'find_tables', { date: '2026-12-04', guests: 2 })
  await countersign.approve('Find free tables')
  expect(await answer).toMatchObject({ status: 'ok' })
})
