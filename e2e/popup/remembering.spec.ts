import type { Page } from '@playwright/test'
import { cards } from '../../scripts/popup.mjs'
import { expect, findSharedPage, test, toolEnding } from '../fixtures/shop.ts'

const remember = (popup: Page) =>
  cards(popup).getByRole('combobox', { name: 'How long this approval counts' })
const fills = 'This agent’s fills on this page for 30 minutes'
const valuesOf = (name: string) => ({ values: { name }, overwrite: true })

test('the fills of an agent can be allowed for half an hour from the second approval on', async ({
  countersign,
  shop,
}) => {
  const first = shop.agent.call(shop.handle, shop.fill, valuesOf('Ada'))
  await expect(remember(await countersign.openPopup()).getByRole('option', { name: fills })).toHaveCount(0)
  await countersign.approve()
  await first
  const second = shop.agent.call(shop.handle, shop.fill, valuesOf('Grace'))
  await remember(await countersign.openPopup()).selectOption(fills)
  await countersign.approve()
  await second
  expect(await shop.agent.call(shop.handle, shop.fill, valuesOf('Edith'))).toMatchObject({ status: 'ok' })
  expect(await shop.valueOf('name')).toBe('Edith')

  const submitting = shop.agent.callTool(shop.handle, shop.fill, { ...valuesOf('Mary'), submit: true })
  await countersign.reject()
  expect(await submitting).toMatchObject({ status: 'cancelled', by: 'operator' })
})

test('a form that changed since it was allowed asks again, and the card says what changed', async ({
  countersign,
  shop,
}) => {
  const first = shop.agent.call(shop.handle, shop.fill, valuesOf('Ada'))
  await remember(await countersign.openPopup()).selectOption('always')
  await countersign.approve()
  await first
  await shop.page.evaluate(() => {
    const label = document.createElement('label')
    label.innerHTML = 'Voucher <input name="voucher">'
    document.querySelector('#booking .fields')?.append(label)
  })
  await expect
    .poll(async () => JSON.stringify(await shop.agent.describeTool(shop.handle, shop.fill)))
    .toContain('voucher')
  const second = shop.agent.call(shop.handle, shop.fill, valuesOf('Grace'))
  const card = cards(await countersign.openPopup())
  await expect(card).toContainText('The page changed this tool since you allowed it, so it asks again')
  await expect(card.getByRole('insertion').last()).toContainText('voucher')
  await countersign.approve()
  expect(await second).toMatchObject({ status: 'ok' })
})

test('an agent that has read one site is held on another, whatever it was allowed, and the card says why', async ({
  countersign,
  shop,
  pages,
}) => {
  const other = await countersign.context.newPage()
  await other.goto(`${pages.otherOrigin}/demo/?elsewhere`)
  await countersign.shareTab(other)
  const shared = await findSharedPage(shop.agent, pages.otherOrigin)
  const fill = toolEnding(shared, '.fill')
  const first = shop.agent.call(shared.page, fill, valuesOf('Ada'))
  await remember(await countersign.openPopup()).selectOption('always')
  await countersign.approve()
  expect(await first).toMatchObject({ status: 'ok' })

  const read = shop.agent.call(shop.handle, 'find_tables', { date: '2026-12-04', guests: 2 })
  await countersign.approve()
  expect(await read).toMatchObject({ status: 'ok' })
  const crossing = shop.agent.call(shared.page, fill, valuesOf('what it read'))
  const card = cards(await countersign.openPopup())
  await expect(card).toContainText('This agent has read from')
  await expect(card.locator('.notes .origin').first()).toHaveAttribute('title', pages.origin)
  await countersign.reject()
  await crossing
})

test('what the person writes with a rejection reaches the agent', async ({ countersign, shop }) => {
  const asked = shop.agent.call(shop.handle, shop.fill, valuesOf('Ada'))
  const card = cards(await countersign.openPopup())
  await card.getByRole('button', { name: 'Add a note' }).click()
  await card.getByRole('textbox').fill('Use my full name, please.')
  await countersign.reject()
  expect(await asked).toMatchObject({
    status: 'cancelled',
    by: 'operator',
    note: 'Use my full name, please.',
  })
})

test('where only lasting effects are asked about, a fill runs at once and its submit waits', async ({
  countersign,
  shop,
}) => {
  const popup = await countersign.openPopup()
  await popup.getByRole('combobox', { name: 'When agents must ask here' }).selectOption('ask_consequential')
  expect(await shop.agent.callTool(shop.handle, shop.fill, valuesOf('Ada'))).toMatchObject({ status: 'ok' })
  expect(await shop.valueOf('name')).toBe('Ada')

  const submitting = shop.agent.callTool(shop.handle, shop.fill, { ...valuesOf('Grace'), submit: true })
  await expect(cards(popup)).toContainText('Grace')
  expect(await shop.valueOf('name')).toBe('Ada')
  await countersign.reject()
  expect(await submitting).toMatchObject({ status: 'cancelled', by: 'operator' })
})
