import type { Page } from '@playwright/test'
import { test } from '../fixtures/shop.ts'
import { expect, openPanel, showView } from './panel.ts'

test.setTimeout(180_000)

test('the tools of the page in front are listed as the agent gets them', async ({ countersign, shop }) => {
  const { tools } = await shop.agent.listTools(shop.handle)
  const panel = await openPanel(countersign, shop.page)
  await showView(panel, 'Tools')
  const listed = panel.getByRole('list', { name: 'Tools of this page' })
  await expect(listed.getByRole('listitem')).toHaveCount(tools.length)
  for (const { name } of tools as { name: string }[]) await expect(listed).toContainText(name)
  await expect(listed.getByRole('listitem').filter({ hasText: 'find_tables' })).toContainText('Only reads')
  await expect(listed.getByRole('listitem').filter({ hasText: 'join_waitlist' })).toContainText(
    'lasting effects',
  )
})

test('the person previews a fill, runs it, and sees it in the page', async ({ countersign, shop }) => {
  const panel = await openPanel(countersign, shop.page)
  await showView(panel, 'Tools')
  await panel.locator('button.tool', { hasText: shop.fill }).click()
  await panel.getByRole('textbox', { name: /Full name/ }).fill('Grace')
  await panel.getByRole('button', { name: 'Preview' }).click()
  await expect(panel.locator('.part', { hasText: 'What a run would change' })).toContainText('Grace')
  expect(await shop.valueOf('name')).toBe('')

  await panel.getByRole('button', { name: 'Run', exact: true }).click()
  await expect(panel.locator('.result')).toContainText('Done')
  expect(await shop.valueOf('name')).toBe('Grace')
})

test('a reading tool shows what it returned, and its call can be copied for an agent', async ({
  countersign,
  shop,
}) => {
  const panel = await openPanel(countersign, shop.page)
  await showView(panel, 'Tools')
  await panel.locator('button.tool', { hasText: 'find_tables' }).click()
  await panel.locator('input[type=date]').fill('2026-12-04')
  await panel
    .getByLabel(/guests/i)
    .first()
    .fill('2')
  await panel.getByRole('button', { name: 'Run', exact: true }).click()
  await expect(panel.locator('.result')).toContainText('What the tool returned')

  await panel.getByRole('button', { name: 'Copy the call as JSON' }).click()
  await expect(panel.getByText('Copied.')).toBeVisible()
  const call = JSON.parse(await paste(panel)) as { page: string; tool: string; input: unknown }
  expect(call).toEqual({ page: shop.handle, tool: 'find_tables', input: { date: '2026-12-04', guests: 2 } })
  expect(await shop.agent.callTool(call.page, call.tool, call.input)).toHaveProperty('callId')
})

/** What is in the clipboard, as a person gets it out. */
async function paste(panel: Page): Promise<string> {
  await panel.evaluate(() => {
    const field = document.createElement('textarea')
    field.id = 'pasted'
    document.body.append(field)
    field.focus()
  })
  await panel.keyboard.press('ControlOrMeta+V')
  return panel.locator('#pasted').inputValue()
}

test('what is wrong with the arguments stands beside the field', async ({ countersign, shop }) => {
  const panel = await openPanel(countersign, shop.page)
  await showView(panel, 'Tools')
  await panel.locator('button.tool', { hasText: 'find_tables' }).click()
  await panel
    .getByLabel(/guests/i)
    .first()
    .fill('900')
  await panel.getByRole('button', { name: 'Run', exact: true }).click()
  await expect(panel.locator('.result')).toContainText('Invalid input')
  await expect(panel.locator('.field', { hasText: /guests/i }).locator('.problem')).toBeVisible()
})

test('a private page offers sharing, and its tools come with it', async ({ countersign, pages }) => {
  const page = await countersign.context.newPage()
  await page.goto(`${pages.origin}/plain/dates-and-files.html`)
  const panel = await openPanel(countersign, page)
  await showView(panel, 'Tools')
  await expect(panel.getByText('This page is private')).toBeVisible()
  await panel.getByRole('tabpanel', { name: 'Tools' }).getByRole('button', { name: 'Share this tab' }).click()
  await expect(
    panel.getByRole('list', { name: 'Tools of this page' }).getByRole('listitem').first(),
  ).toBeVisible()
})

test('a page without tools and a page of the browser say what to do', async ({ countersign, pages }) => {
  const page = await countersign.context.newPage()
  await page.goto(`${pages.origin}/plain/thanks.html`)
  await countersign.shareTab(page)
  const panel = await openPanel(countersign, page)
  await showView(panel, 'Tools')
  await expect(panel.getByText('This page offers no tools yet')).toBeVisible()

  await page.goto('chrome://version')
  await expect(panel.getByText('A page of the browser cannot be shared')).toBeVisible()
  await expect(panel.getByText('Go to an ordinary web page')).toBeVisible()
})
