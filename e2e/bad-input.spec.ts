import { createServer } from 'node:http'
import { cards } from '../scripts/popup.mjs'
import { evaluateInContentScript } from './fixtures/content-worlds.ts'
import { booking, expect, test } from './fixtures/shop.ts'

test('an agent that is not paired gets a code and is told what to do', async ({ countersign }) => {
  const agent = await countersign.startMcpClient()
  const answer = await agent.listPages()
  expect(answer).toMatchObject({ status: 'refused', code: 'not_paired' })
  expect(answer.message).toMatch(/[A-Z0-9]{4}-[A-Z0-9]{4}/)
  expect(answer.message).toMatch(/click the Countersign icon/)
})

test('a wrong code pairs nothing, and the right one still works', async ({ countersign }) => {
  const agent = await countersign.startMcpClient()
  const answer = await agent.listPages()
  const popup = await countersign.openPopup()
  await popup.getByRole('textbox', { name: 'Pairing code' }).fill('AAAA-AAAA')
  await popup.getByRole('button', { name: 'Pair', exact: true }).click()
  await expect(popup.getByText('That code does not match.')).toBeVisible({ timeout: 20_000 })
  expect(await agent.listPages()).toMatchObject({ code: 'not_paired', message: answer.message })
  await popup.close()
  await countersign.pair(agent)
})

test('a page that is not shared is unavailable', async ({ shop }) => {
  const answer = await shop.agent.call('nosuchpage', 'find_tables', {})
  expect(answer).toMatchObject({ status: 'refused', code: 'page_unavailable' })
})

test('an unknown tool is refused with the page’s rev', async ({ shop }) => {
  const answer = await shop.agent.call(shop.handle, 'no_such_tool', {})
  expect(answer).toMatchObject({ status: 'refused', code: 'unknown_tool', rev: expect.any(Number) })
})

test('wrong input is invalid with a path for each problem, and nobody is asked', async ({
  countersign,
  shop,
}) => {
  const page = await shop.agent.call(shop.handle, 'find_tables', { date: 4, guests: 99, extra: true })
  expect(page).toMatchObject({ status: 'invalid' })
  const paths = page.issues.map((issue: { path: string }) => issue.path)
  expect(paths).toEqual(expect.arrayContaining(['date', 'guests', 'extra']))

  const form = await shop.agent.call(shop.handle, shop.fill, {
    values: { date: '02/28/2026', time: '03:00', guest: 2 },
  })
  expect(form).toMatchObject({ status: 'invalid' })
  const formPaths = form.issues.map((issue: { path: string }) => issue.path)
  expect(formPaths).toEqual(expect.arrayContaining(['values.date', 'values.time', 'values.guest']))
  await expect(cards(await countersign.openPopup())).toHaveCount(0)
})

for (const input of [[], 'text', null, 7]) {
  test(`input that is not an object (${JSON.stringify(input)}) is invalid`, async ({ shop }) => {
    expect(await shop.agent.call(shop.handle, shop.fill, input)).toMatchObject({ status: 'invalid' })
  })
}

test('the literal [redacted] is never written into a secret field', async ({ shop }) => {
  const answer = await shop.agent.call(shop.handle, shop.fill, { values: { card: '[redacted]' } })
  expect(answer).toMatchObject({ status: 'invalid' })
  expect(await shop.valueOf('card')).toBe('')
})

test('an approval after the expiry runs nothing', async ({ countersign, shop }) => {
  const answer = shop.agent.call(shop.handle, shop.fill, { values: booking })
  await expect(cards(await countersign.openPopup())).toHaveCount(1)
  await evaluateInContentScript(
    shop.page,
    'const real = Date.now.bind(Date); Date.now = () => real() + 11 * 60_000',
  )
  await countersign.approve()
  expect(await answer).toMatchObject({ status: 'refused', code: 'confirmation_expired' })
  expect(await shop.valueOf('name')).toBe('')
})

test('a taken port moves the companion to the next one', async ({ countersign, pages }) => {
  const [port] = countersign.ports
  const squatter = createServer((_request, response) => response.end('mine'))
  await new Promise<void>((resolve) => squatter.listen(port, '127.0.0.1', resolve))
  try {
    const agent = await countersign.mcpClient()
    const page = await countersign.context.newPage()
    await page.goto(`${pages.origin}/demo/`)
    await countersign.shareTab(page)
    await expect.poll(async () => (await agent.listPages()).pages).toHaveLength(1)
    expect(await (await fetch(`http://127.0.0.1:${String(port)}/`)).text()).toBe('mine')
  } finally {
    squatter.closeAllConnections()
    squatter.close()
  }
})

test('a web page cannot reach the companion', async ({ countersign, shop }) => {
  const [port] = countersign.ports
  const seen = await shop.page.evaluate(async (target) => {
    const opened = await new Promise((resolve) => {
      const socket = new WebSocket(`ws://127.0.0.1:${String(target)}/`)
      socket.addEventListener('open', () => resolve(true))
      socket.addEventListener('error', () => resolve(false))
    })
    const read = await fetch(`http://127.0.0.1:${String(target)}/`).then(
      () => true,
      () => false,
    )
    return { opened, read }
  }, port)
  expect(seen).toEqual({ opened: false, read: false })
})
