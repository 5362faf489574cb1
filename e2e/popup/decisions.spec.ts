import type { Page } from '@playwright/test'
import { cards } from '../../scripts/popup.mjs'
import { booking, expect, test } from '../fixtures/shop.ts'

const waiting = { name: 'Ada', date: '2026-12-04', guests: 2 }
const remember = (popup: Page) =>
  cards(popup).getByRole('combobox', { name: 'How long this approval counts' })

test('an approval for good holds for the next call, can be revoked, and the revocation taken back', async ({
  countersign,
  shop,
}) => {
  const first = shop.agent.call(shop.handle, shop.fill, { values: { name: 'Ada' }, overwrite: true })
  await remember(await countersign.openPopup()).selectOption('always')
  await countersign.approve()
  expect(await first).toMatchObject({ status: 'ok' })
  const second = { values: { name: 'Grace' }, overwrite: true }
  expect(await shop.agent.call(shop.handle, shop.fill, second)).toMatchObject({ status: 'ok' })

  const options = await countersign.openOptions()
  const row = options.getByRole('table', { name: 'Permissions you gave' }).getByRole('row').nth(1)
  await row.getByRole('button', { name: 'Revoke' }).click()
  await expect(row).toContainText('Revoked')
  await shop.page.bringToFront()
  const third = { values: { name: 'Edith' }, overwrite: true }
  const asked = shop.agent.callTool(shop.handle, shop.fill, third)
  await countersign.reject()
  expect(await asked).toMatchObject({ status: 'cancelled', by: 'operator' })

  await options.bringToFront()
  await row.getByRole('button', { name: 'Undo' }).click()
  await expect(row.getByRole('button', { name: 'Revoke' })).toBeVisible()
  const fourth = { values: { name: 'Mary' }, overwrite: true }
  expect(await shop.agent.call(shop.handle, shop.fill, fourth)).toMatchObject({ status: 'ok' })
})

test('lasting effects can be remembered until the browser closes at most', async ({ countersign, shop }) => {
  const call = shop.agent.call(shop.handle, 'join_waitlist', waiting)
  const popup = await countersign.openPopup()
  await expect(remember(popup).getByRole('option')).toHaveText([
    'This time',
    'This tool on this site until the browser closes',
  ])
  await countersign.reject()
  await call
})

test('the person reveals what the agent sent, edits the rest, and the hidden part stays', async ({
  countersign,
  shop,
}) => {
  const values = { name: booking.name, card: booking.card }
  const filled = shop.agent.call(shop.handle, shop.fill, { values, overwrite: true })
  const popup = await countersign.openPopup()
  const card = cards(popup)
  await expect(card).not.toContainText(booking.card)
  await card.getByRole('button', { name: 'Press to reveal' }).first().click()
  await expect(card).toContainText(booking.card)

  await card.getByRole('button', { name: 'Edit', exact: true }).click()
  await expect(card.getByText('stays as it is', { exact: false }).first()).toBeVisible()
  await card.getByRole('textbox', { name: 'Full name' }).fill('Grace Hopper')
  await countersign.approve()
  const result = await filled
  expect(result).toMatchObject({ status: 'ok', edited: ['values.name'] })
  expect(await shop.valueOf('name')).toBe('Grace Hopper')
  expect(await shop.valueOf('card')).toBe(booking.card)
})

test('an edit that does not fit the schema is said at once and cannot be approved', async ({
  countersign,
  shop,
}) => {
  const filled = shop.agent.call(shop.handle, shop.fill, { values: { guests: 3 }, overwrite: true })
  const popup = await countersign.openPopup()
  const card = cards(popup)
  await card.getByRole('button', { name: 'Edit', exact: true }).click()
  await card.getByRole('spinbutton', { name: 'Guests' }).fill('9')
  await expect(card).toContainText('Must be at most 6')
  await expect(card.getByRole('button', { name: 'Approve', exact: true })).toHaveAttribute(
    'aria-disabled',
    'true',
  )
  await card.getByRole('spinbutton', { name: 'Guests' }).fill('4')
  await expect(card).not.toContainText('Must be at most 6')
  await countersign.approve()
  expect(await filled).toMatchObject({ status: 'ok' })
  expect(await shop.valueOf('guests')).toBe('4')
})

test('equal requests are one card, and all plain ones are approved by one press', async ({
  countersign,
  shop,
}) => {
  const one = shop.agent.call(shop.handle, shop.fill, { values: { name: 'Ada' }, overwrite: true })
  const same = shop.agent.call(shop.handle, shop.fill, { values: { name: 'Ada' }, overwrite: true })
  const other = shop.agent.call(shop.handle, shop.fill, { values: { guests: 3 }, overwrite: true })
  const popup = await countersign.openPopup()
  await expect(cards(popup)).toHaveCount(2)
  const all = popup.getByRole('button', { name: 'Approve all 2' })
  await all.scrollIntoViewIfNeeded()
  await all.and(popup.locator('[aria-disabled=false]')).click()
  expect(await Promise.all([one, same, other])).toEqual([
    expect.objectContaining({ status: 'ok' }),
    expect.objectContaining({ status: 'ok' }),
    expect.objectContaining({ status: 'ok' }),
  ])
  await expect(cards(popup)).toHaveCount(0)
  await expect(popup.getByRole('heading', { name: 'Nothing is waiting for you' })).toBeFocused()
})

test('while all agents are paused nothing can be approved, and what waits goes on waiting', async ({
  countersign,
  shop,
}) => {
  const call = shop.agent.call(shop.handle, 'join_waitlist', waiting)
  const popup = await countersign.openPopup()
  await expect(cards(popup)).toHaveCount(1)
  const pause = popup.getByRole('switch', { name: 'Pause all agents' })
  await pause.click()
  await expect(cards(popup)).toContainText('All agents are paused')
  await expect(cards(popup).getByRole('button', { name: 'Approve', exact: true })).toHaveAttribute(
    'aria-disabled',
    'true',
  )
  expect(await shop.agent.callTool(shop.handle, shop.fill, { values: { name: 'Ada' } })).toMatchObject({
    status: 'refused',
    code: 'paused',
  })
  await pause.click()
  await countersign.approve()
  expect(await call).toMatchObject({ status: 'ok' })
})

test('the person’s own edit of the form draws the card anew', async ({ countersign, shop }) => {
  const filled = shop.agent.call(shop.handle, shop.fill, { values: { name: 'Ada' }, overwrite: true })
  const window = await countersign.openPopupWindow(shop.page)
  await expect(cards(window)).toContainText('Ada')
  await shop.page.getByLabel('Full name').fill('Grace')
  await expect(cards(window).locator('.before')).toContainText('Grace')
  await window.close()
  await countersign.approve()
  expect(await filled).toMatchObject({ status: 'ok' })
})

test('a file is picked by the person, in a window that a file dialog does not close', async ({
  countersign,
  shop,
  pages,
}) => {
  pages.add(
    '/apply',
    '<!doctype html><title>Apply</title><form aria-label="Application"><label>CV <input type="file" name="cv" accept=".txt"></label></form>',
  )
  await shop.page.goto(`${pages.origin}/apply`)
  await expect
    .poll(async () => JSON.stringify(await shop.agent.listTools(shop.handle)), { timeout: 30_000 })
    .toContain('application.fill')
  const filled = shop.agent.call(shop.handle, 'application.fill', { values: { cv: { ref: 'your CV' } } })
  const popup = await countersign.openPopup()
  await expect(cards(popup)).toContainText('The agent asks for a file: your CV')
  const opened = countersign.context.waitForEvent('page')
  await cards(popup).getByRole('button', { name: 'Pick in a window of its own' }).click()
  const window = await opened
  const card = cards(window)
  const approve = card.getByRole('button', { name: 'Approve', exact: true })
  await expect(approve).toHaveAttribute('aria-disabled', 'true')
  await card
    .getByLabel('CV')
    .setInputFiles({ name: 'cv.txt', mimeType: 'text/plain', buffer: Buffer.from('Ada') })
  await approve.and(window.locator('[aria-disabled=false]')).click()
  expect(await filled).toMatchObject({ status: 'ok' })
  expect(
    await shop.page.evaluate(() => document.querySelector<HTMLInputElement>('[name=cv]')?.files?.[0]?.name),
  ).toBe('cv.txt')
})

test('an agent asks for a site, and the person picks the tab', async ({ countersign, shop, pages }) => {
  const other = await countersign.context.newPage()
  await other.goto(`${pages.otherOrigin}/demo/?picked`)
  const asked = shop.agent.ask('request_access', { origin: pages.otherOrigin, reason: 'To compare menus' })
  const popup = await countersign.openPopup()
  await expect(cards(popup)).toContainText('To compare menus')
  await expect(cards(popup).getByRole('button', { name: 'Approve', exact: true })).toHaveAttribute(
    'aria-disabled',
    'true',
  )
  await cards(popup).getByRole('radio').first().check()
  await countersign.approve()
  expect(JSON.stringify((await asked).structuredContent)).toContain('"ok"')
})
