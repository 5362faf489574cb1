import type { BrowserContext, Locator } from '@playwright/test'
import { findPairingCode } from '../../scripts/agent.mjs'
import { cards, pressInCard, typePairingCode } from '../../scripts/popup.mjs'
import { expect, test } from '../fixtures/shop.ts'

const colourIn = (holder: Locator): Promise<string> =>
  holder
    .locator('.agent-dot')
    .first()
    .evaluate((dot) => getComputedStyle(dot).backgroundColor)

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

test('an agent is blocked, unblocked, forgotten and recalled in the options, and the agent hears of each', async ({
  countersign,
  pages,
}) => {
  const page = await countersign.context.newPage()
  await page.goto(`${pages.origin}/demo/`)
  await page.bringToFront()
  const agent = await countersign.mcpClient({ name: 'Ada’s agent' })
  const options = await countersign.openOptions()
  const list = options.getByRole('list', { name: 'Agents' })
  const row = list.getByRole('listitem').filter({ hasText: 'Ada’s agent' })
  await row.getByRole('button', { name: 'Block', exact: true }).click()
  await expect(row).toContainText('Blocked')
  await expect.poll(async () => JSON.stringify(await agent.listPages())).not.toContain('"pages"')
  await row.getByRole('button', { name: 'Unblock' }).click()
  await expect.poll(() => agent.listPages()).toHaveProperty('pages')
  await row.getByRole('button', { name: 'Forget' }).click()
  await expect(row).toHaveCount(0)
  await expect.poll(() => agent.listPages()).toMatchObject({ code: 'not_paired' })

  const forgotten = options.getByRole('status').filter({ hasText: 'Forgotten: Ada’s agent' })
  await forgotten.getByRole('button', { name: 'Undo' }).click()
  await expect(row).toBeVisible()
  await expect(forgotten).toHaveCount(0)
  await expect.poll(() => agent.listPages()).toHaveProperty('pages')
})

test('two agents have two colours, the same in the card and in the list', async ({ countersign, shop }) => {
  const second = await countersign.mcpClient({ name: 'Ada’s agent' })
  const calls = [
    shop.agent.callTool(shop.handle, shop.fill, { values: { name: 'Edith' } }),
    second.callTool(shop.handle, shop.fill, { values: { email: 'ada@example.com' } }),
  ]
  const popup = await countersign.openPopup()
  const rows = popup.getByRole('region', { name: 'Agents' }).getByRole('listitem')
  const colours: string[] = []
  for (const [name, value] of [
    ['Test agent', 'Edith'],
    ['Ada’s agent', 'ada@example.com'],
  ] as const) {
    const colour = await colourIn(cards(popup, value))
    expect(await colourIn(rows.filter({ hasText: name }))).toBe(colour)
    colours.push(colour)
    await pressInCard(popup, 'Reject', value)
  }
  expect(new Set(colours).size).toBe(2)
  await Promise.all(calls)
})

test('an agent that the person disconnects stays so until they connect it again', async ({
  countersign,
  shop,
}) => {
  const popup = await countersign.openPopup()
  const region = popup.getByRole('region', { name: 'Agents' })
  await region.getByRole('button', { name: 'Disconnect' }).click()
  await expect(region.getByRole('listitem')).toContainText('Disconnected')
  await expect.poll(() => shop.agent.listPages()).toMatchObject({ code: 'not_allowed' })
  const options = await countersign.openOptions()
  const row = options.getByRole('list', { name: 'Agents' }).getByRole('listitem')
  await expect(row).toContainText(/Test agent · Last seen now/)
  await row.getByRole('button', { name: 'Connect again' }).click()
  await expect(row).toContainText('Connected')
  await expect.poll(() => shop.agent.listPages()).toHaveProperty('pages')
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

test('the notification opens the pending list in a window of its own, which decides', async ({
  countersign,
  shop,
}) => {
  const call = shop.agent.call(shop.handle, shop.fill, { values: { name: 'Ada' }, overwrite: true })
  const { desk, context } = countersign
  const findNotices = (): Promise<string[]> =>
    desk.evaluate(async () => Object.keys(await chrome.notifications.getAll()))
  await expect.poll(findNotices).toHaveLength(1)
  const [notice = ''] = await findNotices()
  const opened = context.waitForEvent('page')
  await clickNotice(context, notice)
  const window = await opened
  await expect(cards(window)).toContainText('Book a table')
  await pressInCard(window, 'Approve')
  expect(await call).toMatchObject({ status: 'ok' })
  expect(await findNotices()).toEqual([])
})

/** The system draws notifications; what its click does in the worker is done here. */
async function clickNotice(context: BrowserContext, id: string): Promise<void> {
  const [worker] = context.serviceWorkers()
  if (!worker) throw new Error('No worker runs')
  await worker.evaluate((noticeId) => {
    type Dispatching = { dispatch(id: string): void }
    ;(chrome.notifications.onClicked as unknown as Dispatching).dispatch(noticeId)
  }, id)
}
