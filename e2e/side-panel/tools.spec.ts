import type { Page } from '@playwright/test'
import type { Countersign } from '../fixtures/countersign.ts'
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

test('in a site that agents may only read, the panel lists what only reads, at once', async ({
  countersign,
  shop,
}) => {
  const panel = await openPanel(countersign, shop.page)
  await showView(panel, 'Tools')
  const listed = panel.getByRole('list', { name: 'Tools of this page' }).getByRole('listitem')
  await expect(listed.filter({ hasText: shop.fill })).toHaveCount(1)
  await setMode(countersign, shop.page, 'read_only')
  await expect(listed.filter({ hasText: shop.fill })).toHaveCount(0)
  const { tools } = (await shop.agent.listTools(shop.handle)) as { tools: { name: string }[] }
  await expect(listed).toHaveCount(tools.length)
  for (const { name } of tools) await expect(listed.filter({ hasText: name })).toContainText('Only reads')
})

const setMode = (countersign: Countersign, page: Page, mode: string): Promise<void> =>
  countersign.desk.evaluate(
    ([origin, chosen]) => chrome.storage.local.set({ sites: { [String(origin)]: { mode: chosen } } }),
    [new URL(page.url()).origin, mode],
  )

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
  const called = shop.agent.callTool(call.page, call.tool, call.input)
  await shop.page.bringToFront()
  await countersign.approve()
  expect(await called).toHaveProperty('status', 'ok')
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

const kinds = `<form aria-label="Everything">
  <label>Line <input name="line" list="lines"></label><datalist id="lines"><option>proposed</option></datalist>
  <label>Text <textarea name="text" maxlength="900"></textarea></label>
  <label>Email <input type="email" name="email"></label>
  <label>Number <input type="number" name="number" min="1" max="9"></label>
  <label>Range <input type="range" name="range" min="0" max="10"></label>
  <label>Day <input type="date" name="day" min="2026-01-01"></label>
  <label>Time <input type="time" name="time"></label>
  <label>Moment <input type="datetime-local" name="moment"></label>
  <label>Month <input type="month" name="month"></label>
  <label>Week <input type="week" name="week"></label>
  <label>Colour <input type="color" name="colour"></label>
  <label>Secret <input type="password" name="secret"></label>
  <label><input type="checkbox" name="agreed"> Agreed</label>
  <fieldset><legend>Size</legend>
    <label><input type="radio" name="size" value="s"> Small</label>
    <label><input type="radio" name="size" value="l"> Large</label></fieldset>
  <label>Seat <select name="seat"><option value="">Any</option><option value="w">Window</option></select></label>
  <label>Extras <select name="extras" multiple><option value="tea">Tea</option><option value="cake">Cake</option></select></label>
</form>`

test('every kind of field that a form tool takes is a field of the panel’s form too', async ({
  countersign,
  pages,
}) => {
  const page = await countersign.context.newPage()
  await page.goto(pages.add('/everything', `<!doctype html><title>Everything</title>${kinds}`))
  await countersign.shareTab(page)
  const panel = await openPanel(countersign, page)
  await showView(panel, 'Tools')
  await expect(panel.getByRole('list', { name: 'Tools of this page' })).toContainText('everything.fill')
  await panel.locator('button.tool', { hasText: 'everything.fill' }).click()
  const field = (label: string) => panel.getByLabel(label, { exact: true })
  const typed = {
    Line: 'proposed',
    Text: 'two\nlines',
    Email: 'ada@example.com',
    Number: '4',
    Range: '7',
    Day: '2026-12-04',
    Time: '19:30',
    Moment: '2026-12-04T19:30',
    Month: '2026-12',
    Week: '2026-W49',
    Colour: '#336699',
    Secret: 'a secret',
  }
  for (const [label, value] of Object.entries(typed)) await field(label).fill(value)
  await field('Agreed').check()
  await field('Size').selectOption('Large')
  await field('Seat').selectOption('Window')
  await field('Cake').check()
  await panel.getByRole('button', { name: 'Run', exact: true }).click()
  await expect(panel.locator('.result')).toContainText('Done')
  const values = await page.evaluate(() =>
    [...new FormData(document.querySelector('form') ?? undefined)].map(([, value]) => value),
  )
  expect(values).toEqual([...Object.values(typed), 'on', 'l', 'w', 'cake'])
})

test('a file is picked in the form, and the run asks for nothing more', async ({
  countersign,
  shop,
  pages,
}) => {
  const form =
    '<label>Name <input name="name"></label><label>CV <input type="file" name="cv" accept=".txt"></label>'
  await shop.page.goto(
    pages.add('/apply', `<!doctype html><title>Apply</title><form aria-label="Application">${form}</form>`),
  )
  await countersign.desk.evaluate(() =>
    chrome.storage.local.set({ settings: { isPopupOpenedOnRequest: true } }),
  )
  const panel = await openPanel(countersign, shop.page)
  await showView(panel, 'Tools')
  await panel.locator('button.tool', { hasText: 'application.fill' }).click()
  await panel.getByRole('textbox', { name: 'Name' }).fill('Ada')
  await panel
    .getByLabel('CV', { exact: true })
    .setInputFiles({ name: 'cv.txt', mimeType: 'text/plain', buffer: Buffer.from('Ada') })
  await panel.getByRole('button', { name: 'Run', exact: true }).click()
  await expect(panel.locator('.result')).toContainText('Done')
  const picked = shop.page.locator('[name=cv]')
  expect(await picked.evaluate((input: HTMLInputElement) => input.files?.[0]?.text())).toBe('Ada')
  expect(await shop.page.locator('[name=name]').inputValue()).toBe('Ada')
  const popups = await countersign.desk.evaluate(() =>
    chrome.runtime.getContexts({ contextTypes: [chrome.runtime.ContextType.POPUP] }),
  )
  expect(popups).toEqual([])
})

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

test('a page that does not answer is not called empty, and has its tools again once it is reloaded', async ({
  countersign,
  pages,
}) => {
  const page = await countersign.context.newPage()
  await page.goto(`${pages.origin}/plain/dates-and-files.html`)
  await countersign.shareTab(page)
  const panel = await openPanel(countersign, page)
  await showView(panel, 'Tools')
  await expect(panel.getByRole('list', { name: 'Tools of this page' })).toBeVisible()
  await page.evaluate(() => {
    setTimeout(() => {
      // oxlint-disable-next-line no-empty -- nothing but busy
      for (const endsAt = Date.now() + 16_000; Date.now() < endsAt;) {}
    })
  })
  // A worker that starts anew knows no tools, and this page tells it none.
  await countersign.stopWorker()
  await panel.reload()
  await showView(panel, 'Tools')
  await expect(panel.getByText('The page does not answer')).toBeVisible()
  await panel.getByRole('button', { name: 'Reload the page' }).click()
  await expect(panel.getByRole('list', { name: 'Tools of this page' })).toBeVisible()
})
