import { expect, test } from '../fixtures/countersign.ts'

const framed = (other: string): string => `<!doctype html><title>Framed</title>
  <iframe src="${other}/inner" title="Seen"></iframe>`
const inner = '<!doctype html><form aria-label="Inner"><label>Inner <input name="inner"></label></form>'

test('a page of the browser cannot be shared, and the popup says so', async ({ countersign }) => {
  const page = await countersign.context.newPage()
  await page.goto('chrome://version')
  await page.bringToFront()
  const popup = await countersign.openPopup()
  await expect(popup.getByText('A page of the browser cannot be shared')).toBeVisible()
  await expect(popup.getByRole('button', { name: 'Share this tab', exact: true })).toHaveCount(0)
})

test('a site is shared for good, gets its mode, and both are undone in the options', async ({
  countersign,
  pages,
}) => {
  const page = await countersign.context.newPage()
  await page.goto(`${pages.origin}/demo/`)
  await page.bringToFront()
  const popup = await countersign.openPopup()
  await popup.getByRole('checkbox', { name: 'Always share this site' }).check()
  await popup.getByRole('button', { name: 'Stop sharing this tab' }).waitFor()
  await popup.getByRole('combobox', { name: 'When agents must ask here' }).selectOption('read_only')
  await popup.close()

  const options = await countersign.openOptions()
  const mode = options.getByRole('combobox', { name: `When agents must ask here: ${pages.origin}` })
  await expect(mode).toHaveValue('read_only')
  await mode.selectOption('ask_all')
  const always = options.getByRole('checkbox', { name: `Always share this site: ${pages.origin}` })
  await expect(always).toBeChecked()
  await always.uncheck()
  await page.bringToFront()
  const again = await countersign.openPopup()
  await expect(again.getByRole('combobox', { name: 'When agents must ask here' })).toHaveValue('ask_all')
  await expect(again.getByRole('checkbox', { name: 'Always share this site' })).not.toBeChecked()
})

test('a framed site is shared by itself', async ({ countersign, pages }) => {
  pages.add('/inner', inner)
  const page = await countersign.context.newPage()
  await page.goto(pages.add('/framed', framed(pages.otherOrigin)))
  await countersign.shareTab(page)
  const popup = await countersign.openPopup()
  const frame = popup.getByRole('checkbox', { name: pages.otherOrigin })
  await expect(frame).not.toBeChecked()
  await frame.check()
  await expect(frame).toBeChecked()
})

test('a blocked site is unblocked where it says so', async ({ countersign, pages }) => {
  const options = await countersign.openOptions()
  await options.getByLabel('Site to block for agents').fill(pages.origin)
  await options.getByRole('button', { name: 'Block', exact: true }).click()
  await expect(options.getByRole('checkbox', { name: `Block: ${pages.origin}` })).toBeChecked()
  const page = await countersign.context.newPage()
  await page.goto(`${pages.origin}/demo/`)
  await page.bringToFront()
  const popup = await countersign.openPopup()
  await expect(popup.getByText('You blocked this site for agents')).toBeVisible()
  await popup.getByRole('button', { name: 'Unblock this site' }).click()
  await expect(popup.getByRole('button', { name: 'Share this tab', exact: true })).toBeVisible()
})
