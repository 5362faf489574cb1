import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from './fixtures/shop.ts'

test('without a browser a paired agent hears not_connected within 10 s of its start, later within 2 s', async ({
  countersign,
}) => {
  const home = await mkdtemp(join(tmpdir(), 'countersign-home-'))
  const paired = await countersign.mcpClient({ home })
  await paired.close()
  await countersign.quitBrowser()

  const startedAt = Date.now()
  const agent = await countersign.startMcpClient({ home })
  expect(await agent.listPages()).toMatchObject({ status: 'refused', code: 'not_connected' })
  expect(Date.now() - startedAt).toBeLessThan(12_000)

  const askedAt = Date.now()
  expect(await agent.listPages()).toMatchObject({ code: 'not_connected' })
  expect(Date.now() - askedAt).toBeLessThan(2_500)
  await rm(home, { recursive: true, force: true })
})

test('a client started again is still paired, and its first call works', async ({ countersign, shop }) => {
  const home = await mkdtemp(join(tmpdir(), 'countersign-home-'))
  const first = await countersign.mcpClient({ name: 'Same agent', home })
  await first.close()
  const again = await countersign.startMcpClient({ name: 'Same agent', home })
  expect(await again.listPages()).toMatchObject({ pages: [{ page: shop.handle }] })
  await rm(home, { recursive: true, force: true })
})

test('two agents at once do not block each other', async ({ countersign, shop }) => {
  const other = await countersign.mcpClient({ name: 'Other agent' })
  const held = shop.agent.call(shop.handle, 'join_waitlist', {
    name: 'Ada',
    date: '2026-12-04',
    guests: 2,
  })
  const asked = other.call(shop.handle, 'find_tables', { date: '2026-12-04', guests: 2 })
  await countersign.approve('Other agent')
  expect(await asked).toMatchObject({ status: 'ok' })
  await countersign.approve('Test agent')
  expect(await held).toMatchObject({ status: 'ok', data: { position: 1 } })
})

test('when the first client ends, the second one goes on', async ({ countersign, shop }) => {
  const other = await countersign.mcpClient({ name: 'Other agent' })
  await shop.agent.close()
  await expect.poll(async () => (await other.listPages()).pages, { timeout: 20_000 }).toHaveLength(1)
})
