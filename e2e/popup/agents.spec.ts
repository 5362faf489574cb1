import { findPairingCode } from '../../scripts/agent.mjs'
import { typePairingCode } from '../../scripts/popup.mjs'
import { expect, test } from '../fixtures/shop.ts'

test('a wrong code is said to be wrong, and the right one connects', async ({ countersign, pages }) => {
  const page = await countersign.context.newPage()
  await page.goto(`${pages.origin}/demo/`)
  const agent = await countersign.startMcpClient({ name: 'Ada’s agent' })
  const code = findPairingCode(await agent.listPages())
  await page.bringToFront()
  const popup = await countersign.openPopup()
  const region = popup.getByRole('region', { name: 'Agents' })
  await typePairingCode(popup, 'ZZZZ-ZZZZ')
  await expect(region).toContainText('That code does not match')
  await typePairingCode(popup, code ?? '')
  await expect(region).toContainText('Connected: Ada’s agent')
  await expect(region.getByRole('listitem')).toContainText('Ada’s agent')
})

test('agents are disconnected, blocked, unblocked and forgotten in the options', async ({
  countersign,
  pages,
}) => {
  const page = await countersign.context.newPage()
  await page.goto(`${pages.origin}/demo/`)
  await page.bringToFront()
  const agent = await countersign.mcpClient({ name: 'Ada’s agent' })
  const options = await countersign.openOptions()
  const row = options.getByRole('list', { name: 'Agents' }).getByRole('listitem')
  await expect(row).toContainText('Ada’s agent')
  await row.getByRole('button', { name: 'Block', exact: true }).click()
  await expect(row).toContainText('Blocked')
  await expect.poll(async () => JSON.stringify(await agent.listPages())).not.toContain('"pages"')
  await row.getByRole('button', { name: 'Unblock' }).click()
  await expect(row.getByRole('button', { name: 'Block', exact: true })).toBeVisible()
  await row.getByRole('button', { name: 'Forget' }).click()
  await expect(options.getByText('No agent is paired yet.')).toBeVisible()
})

test('a new request shows on the icon and in a notification that holds no value', async ({
  countersign,
  shop,
}) => {
  const call = shop.agent.call(shop.handle, shop.fill, { values: { name: 'Ada Secret' }, overwrite: true })
  const { desk } = countersign
  await expect.poll(() => desk.evaluate(() => chrome.action.getBadgeText({}))).toBe('1')
  await expect
    .poll(() => desk.evaluate(async () => Object.keys(await chrome.notifications.getAll()).length))
    .toBe(1)
  const command = await desk.evaluate(async () =>
    (await chrome.commands.getAll()).some(({ name }) => name === '_execute_action'),
  )
  expect(command).toBe(true)
  await countersign.reject()
  await call
  await expect.poll(() => desk.evaluate(() => chrome.action.getBadgeText({}))).toBe('')
  await expect
    .poll(() => desk.evaluate(async () => Object.keys(await chrome.notifications.getAll()).length))
    .toBe(0)
})
