import { cards, pressInCard } from '../scripts/popup.mjs'
import type { Agent } from '../scripts/agent.mjs'
import { expect, test } from './fixtures/countersign.ts'
import { findSharedPage } from './fixtures/shop.ts'

type Answer = { status: string; code?: string; by?: string; data?: { page: string; origin: string } }

async function askFor(agent: Agent, wanted: { url: string } | { origin: string }): Promise<Answer> {
  const { structuredContent } = await agent.ask('request_access', { ...wanted, reason: 'To book a table' })
  return structuredContent as Answer
}

test('an address that an agent asks for is shown whole, opens after approval, and its page is handed over', async ({
  countersign,
  pages,
}) => {
  const agent = await countersign.mcpClient()
  const url = `${pages.origin}/demo/?table=for%20two&from=agent`
  const asked = askFor(agent, { url })
  const popup = await countersign.openPopup()
  await expect(cards(popup)).toContainText(url)
  await expect(cards(popup)).toContainText('To book a table')
  expect(countersign.context.pages().map((page) => page.url())).not.toContain(url)

  expect(await askFor(agent, { origin: pages.otherOrigin })).toMatchObject({
    status: 'refused',
    code: 'busy',
  })
  await expect(cards(popup)).toHaveCount(1)

  await pressInCard(popup, 'Approve', url)
  const answer = await asked
  expect(answer).toMatchObject({ status: 'ok', data: { origin: pages.origin } })
  const shared = await findSharedPage(agent, pages.origin)
  expect(shared.page).toBe(answer.data?.page)
  expect(countersign.context.pages().map((page) => page.url())).toContain(url)
})

test('of a site the person picks the tab, also after the worker was stopped; no other is shared', async ({
  countersign,
  pages,
}) => {
  const agent = await countersign.mcpClient()
  for (const title of ['One', 'Other']) {
    const page = await countersign.context.newPage()
    await page.goto(
      pages.add(`/${title}`, `<!doctype html><title>${title}</title><form><input name="x"></form>`),
    )
  }
  const asked = askFor(agent, { origin: pages.origin })
  const popup = await countersign.openPopup()
  await expect(cards(popup)).toHaveCount(1)
  expect(await agent.listPages()).toMatchObject({ pages: [] })
  await countersign.stopWorker()

  await cards(popup).getByRole('radio', { name: 'One' }).check()
  await pressInCard(popup, 'Approve')
  const answer = await asked
  expect(answer).toMatchObject({ status: 'ok', data: { origin: pages.origin } })
  await expect
    .poll(() => agent.listPages())
    .toMatchObject({ pages: [{ page: answer.data?.page, title: 'One' }] })
})

test('a rejection silences that site for the agent, and no other', async ({ countersign, pages }) => {
  const agent = await countersign.mcpClient()
  const asked = askFor(agent, { origin: pages.origin })
  await countersign.reject(pages.origin)
  expect(await asked).toMatchObject({ status: 'cancelled', by: 'operator' })

  const popup = await countersign.openPopup()
  expect(await askFor(agent, { url: `${pages.origin}/demo/` })).toMatchObject({
    status: 'cancelled',
    by: 'operator',
  })
  await expect(cards(popup)).toHaveCount(0)

  const other = askFor(agent, { origin: pages.otherOrigin })
  await pressInCard(popup, 'Reject', pages.otherOrigin)
  expect(await other).toMatchObject({ status: 'cancelled', by: 'operator' })
})
