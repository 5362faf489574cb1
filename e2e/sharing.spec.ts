import { countContentScripts } from './fixtures/content-worlds.ts'
import { expect, test } from './fixtures/countersign.ts'
import { findSharedPage } from './fixtures/shop.ts'

const framed = (own: string, other: string): string => `<!doctype html>
  <title>With frames</title>
  <form aria-label="Outer"><label>Outer <input name="outer"></label></form>
  <iframe src="${own}/inner" title="Own"></iframe>
  <iframe src="${other}/inner" title="Other"></iframe>`
const inner = '<!doctype html><form aria-label="Inner"><label>Inner <input name="inner"></label></form>'

test('nothing of Countersign runs in a tab until it is shared, nor after sharing stops', async ({
  countersign,
  pages,
}) => {
  const page = await countersign.context.newPage()
  await page.goto(`${pages.origin}/demo/`)
  expect(await countContentScripts(page)).toBe(0)
  await countersign.shareTab(page)
  await expect.poll(() => countContentScripts(page)).toBe(1)

  const popup = await countersign.openPopup()
  await popup.getByRole('button', { name: 'Stop sharing this tab' }).click()
  await popup.getByRole('button', { name: 'Share this tab', exact: true }).waitFor()
  await popup.close()
  await page.reload()
  expect(await countContentScripts(page)).toBe(0)
})

test('sharing reaches the frames of the same origin and no others', async ({ countersign, pages }) => {
  pages.add('/inner', inner)
  const url = pages.add('/framed', framed(pages.origin, pages.otherOrigin))
  const page = await countersign.context.newPage()
  await page.goto(url)
  await countersign.shareTab(page)
  const agent = await countersign.mcpClient()
  const { tools } = await findSharedPage(agent, pages.origin)
  expect(tools.filter(({ name }) => name.endsWith('.fill'))).toHaveLength(2)
  await expect.poll(() => countContentScripts(page)).toBe(2)
})

test('sharing one tab leaves other tabs of the same site alone', async ({ countersign, pages }) => {
  const other = await countersign.context.newPage()
  await other.goto(`${pages.origin}/demo/`)
  const page = await countersign.context.newPage()
  await page.goto(`${pages.origin}/demo/?shared`)
  await countersign.shareTab(page)
  const agent = await countersign.mcpClient()
  const answer = await agent.listPages()
  expect(answer.pages).toHaveLength(1)
  expect(JSON.stringify(answer)).not.toContain(pages.otherOrigin)
  expect(await countContentScripts(other)).toBe(0)
})

test('a page that stops being shared is unavailable to the agent', async ({ countersign, pages }) => {
  const page = await countersign.context.newPage()
  await page.goto(`${pages.origin}/demo/`)
  await countersign.shareTab(page)
  const agent = await countersign.mcpClient()
  const shared = await findSharedPage(agent, pages.origin)
  const popup = await countersign.openPopup()
  await popup.getByRole('button', { name: 'Stop sharing this tab' }).click()
  await popup.getByRole('button', { name: 'Share this tab', exact: true }).waitFor()
  const answer = await agent.call(shared.page, 'find_tables', { date: '2026-12-04', guests: 2 })
  expect(answer).toMatchObject({ status: 'refused', code: 'page_unavailable' })
  expect(await agent.listPages()).toMatchObject({ pages: [] })
})

test('sharing pauses while the tab is on another site and resumes when it comes back', async ({
  countersign,
  pages,
}) => {
  const page = await countersign.context.newPage()
  await page.goto(`${pages.origin}/demo/`)
  await countersign.shareTab(page)
  const agent = await countersign.mcpClient()
  const before = await findSharedPage(agent, pages.origin)
  await page.goto(`${pages.otherOrigin}/demo/`)
  await expect.poll(async () => (await agent.listPages()).pages).toEqual([])
  expect(await countContentScripts(page)).toBe(0)
  const popup = await countersign.openPopup()
  await expect(popup.getByText('Sharing waits until the tab is back on the shared site')).toBeVisible()
  await page.goto(`${pages.origin}/demo/`)
  await expect(popup.getByText('Shared with your agents')).toBeVisible()
  expect((await findSharedPage(agent, pages.origin)).page).toBe(before.page)
})

test('the browser’s own pages cannot be shared, and the popup says so', async ({ countersign }) => {
  const page = await countersign.context.newPage()
  await page.goto('chrome://version')
  const popup = await countersign.openPopup()
  await expect(popup.getByText(/cannot be shared|can’t be shared/)).toBeVisible()
  await expect(popup.getByRole('button', { name: 'Share this tab', exact: true })).toHaveCount(0)
})

test.describe('in a browser without WebMCP', () => {
  test.use({ hasWebMcp: false })

  test('the page’s own tools are there after the reload that the popup offers', async ({
    countersign,
    pages,
  }) => {
    const page = await countersign.context.newPage()
    await page.goto(`${pages.origin}/demo/`)
    expect(await page.evaluate(() => 'modelContext' in document)).toBe(false)
    await countersign.shareTab(page)
    const agent = await countersign.mcpClient()
    const before = await findSharedPage(agent, pages.origin)
    expect(before.tools.map(({ name }) => name)).not.toContain('find_tables')

    const popup = await countersign.openPopup()
    const reload = popup.getByRole('button', { name: 'Reload to include the page’s own tools' })
    await reload.click()
    await expect
      .poll(async () => (await findSharedPage(agent, pages.origin)).tools.map(({ name }) => name))
      .toEqual(expect.arrayContaining(['find_tables', 'join_waitlist']))
    await expect(reload).toHaveCount(0)

    const input = { date: '2026-12-04', guests: 2 }
    const answer = agent.call(before.page, 'find_tables', input)
    await countersign.approve('find_tables')
    expect(await answer).toMatchObject({ status: 'ok', data: input })
  })
})
