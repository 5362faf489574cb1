import { cards, pressInCard } from '../../scripts/popup.mjs'
import { test } from '../fixtures/shop.ts'
import { expect, openPanel } from './panel.ts'

test('what waits stands at the top of the panel and is decided there', async ({ countersign, shop }) => {
  const filled = shop.agent.call(shop.handle, shop.fill, { values: { name: 'Ada' }, overwrite: true })
  const panel = await openPanel(countersign, shop.page)
  await expect(cards(panel)).toContainText('Ada')
  const list = await panel.getByRole('list', { name: 'Pending confirmations' }).boundingBox()
  const tabs = await panel.getByRole('tablist').boundingBox()
  expect(list?.y).toBeLessThan(tabs?.y ?? 0)
  await pressInCard(panel, 'Approve')
  expect(await filled).toMatchObject({ status: 'ok' })
  expect(await shop.valueOf('name')).toBe('Ada')
  await expect(cards(panel)).toHaveCount(0)
})
