import { expect, test } from '../fixtures/shop.ts'

test('the hub is killed without a word: the other agent goes on with the same browser', async ({
  countersign,
  shop,
}) => {
  const other = await countersign.mcpClient({ name: 'Other agent' })
  const held = other.callTool(shop.handle, 'join_waitlist', { name: 'Ada', date: '2026-12-04', guests: 2 })
  const popup = await countersign.openPopup()
  await expect(popup.getByRole('list', { name: 'Pending confirmations' }).getByRole('listitem')).toHaveCount(
    1,
  )
  await popup.close()
  process.kill(shop.agent.pid() ?? 0, 'SIGKILL')
  await expect
    .poll(() => other.listPages(), { timeout: 20_000 })
    .toMatchObject({ pages: [{ page: shop.handle }] })
  await countersign.approve('Other agent')
  expect(await held).toMatchObject({ status: 'ok', data: { position: 1 } })
})

test('a web page reaches no hub, by socket or request', async ({ countersign, shop }) => {
  const [port = 0] = countersign.ports
  const page = await countersign.context.newPage()
  await page.goto(shop.page.url())
  const reached = await page.evaluate(async (hubPort) => {
    const socket = (path: string): Promise<string> =>
      new Promise((resolve) => {
        const opened = new WebSocket(`ws://127.0.0.1:${hubPort}${path}`)
        opened.addEventListener('open', () => resolve('open'))
        opened.addEventListener('error', () => resolve('refused'))
        // The browser may ask the person first, and nobody answers.
        setTimeout(() => resolve('refused'), 5_000)
      })
    const read = await fetch(`http://127.0.0.1:${hubPort}/`).then(
      () => 'read',
      () => 'refused',
    )
    return [await socket('/browser'), await socket('/agent'), read]
  }, port)
  expect(reached).toEqual(['refused', 'refused', 'refused'])
  expect(await shop.agent.listPages()).toMatchObject({ pages: [{ page: shop.handle }] })
})
