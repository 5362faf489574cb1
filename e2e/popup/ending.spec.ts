import type { Page } from '@playwright/test'
import { cards } from '../../scripts/popup.mjs'
import { expect, test } from '../fixtures/shop.ts'

const filling = { values: { name: 'Ada' }, overwrite: true }
const countMarks = (page: Page): Promise<number> =>
  page.getByLabel('Full name').evaluate((field) => field.getAnimations().length)

test('fields are marked in the page while the person is at their card, and no mark stays when sharing stops', async ({
  countersign,
  shop,
}) => {
  const filled = shop.agent.call(shop.handle, shop.fill, filling)
  const popup = await countersign.openPopup()
  await cards(popup).hover()
  await expect.poll(() => countMarks(shop.page)).toBe(1)
  await popup.getByRole('switch', { name: 'Pause all agents' }).hover()
  await expect.poll(() => countMarks(shop.page)).toBe(0)
  await cards(popup).hover()
  await expect.poll(() => countMarks(shop.page)).toBe(1)

  await popup.getByRole('button', { name: 'Stop sharing this tab' }).focus()
  await popup.keyboard.press('Enter')
  expect(await filled).toMatchObject({ status: 'cancelled', by: 'policy' })
  await expect(cards(popup)).toHaveCount(0)
  await expect.poll(() => countMarks(shop.page)).toBe(0)
})

test('a form that changes while its card waits takes the card with it, and nothing runs', async ({
  countersign,
  shop,
}) => {
  const filled = shop.agent.call(shop.handle, shop.fill, filling)
  const window = await countersign.openPopupWindow(shop.page)
  await expect(cards(window)).toHaveCount(1)
  await shop.page.evaluate(() => {
    const label = document.createElement('label')
    label.innerHTML = 'Voucher <input name="voucher">'
    document.querySelector('#booking .fields')?.append(label)
  })
  expect(await filled).toMatchObject({ status: 'refused', code: 'stale' })
  await expect(cards(window)).toHaveCount(0)
  expect(await shop.valueOf('name')).toBe('')
})

const slow = `<!doctype html><title>Slow</title><output>0</output><script>
  document.modelContext.registerTool({
    name: 'slow', description: 'Takes its time', inputSchema: { type: 'object', properties: { n: { type: 'number' } } },
    execute: () => { document.querySelector('output').textContent++; return new Promise(() => {}) },
  })
</script>`

for (const [what, end] of [
  ['pausing all agents', (popup: Page) => popup.getByRole('switch', { name: 'Pause all agents' }).click()],
  [
    'stopping to share',
    (popup: Page) => popup.getByRole('button', { name: 'Stop sharing this tab' }).click(),
  ],
] as const) {
  test(`${what} ends what runs`, async ({ countersign, pages, shop }) => {
    pages.add('/slow', slow)
    await shop.page.goto(`${pages.origin}/slow`)
    await expect
      .poll(async () => JSON.stringify(await shop.agent.listTools(shop.handle)), { timeout: 30_000 })
      .toContain('slow')
    const running = shop.agent.call(shop.handle, 'slow', { n: 1 })
    await countersign.approve('slow')
    await expect(shop.page.locator('output')).toHaveText('1')
    await end(await countersign.openPopup())
    expect(await running).toMatchObject({ status: 'cancelled', by: 'policy' })
  })
}

test('blocking a site withdraws what waits there', async ({ countersign, pages, shop }) => {
  const held = shop.agent.call(shop.handle, shop.fill, filling)
  const window = await countersign.openPopupWindow(shop.page)
  await expect(cards(window)).toHaveCount(1)
  const options = await countersign.openOptions()
  await options.getByLabel('Site to block for agents').fill(pages.origin)
  const sites = options.getByRole('region', { name: 'Sites' })
  await sites.getByRole('button', { name: 'Block', exact: true }).click()
  expect(await held).toMatchObject({ status: 'cancelled', by: 'policy' })
  await expect(cards(window)).toHaveCount(0)
  expect(await shop.agent.listPages()).toMatchObject({ pages: [] })
})
