import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { cards } from '../scripts/popup.mjs'
import { expect, startCountersign, test } from './fixtures/countersign.ts'
import { booking, findSharedPage, toolEnding } from './fixtures/shop.ts'

test('a browser that starts again shares what is always shared, knows its agents, and has settled what was open', async ({
  pages,
}) => {
  const profile = await mkdtemp(join(tmpdir(), 'countersign-profile-'))
  const home = await mkdtemp(join(tmpdir(), 'countersign-home-'))
  const url = `${pages.origin}/demo/`
  const first = await startCountersign(true, profile)
  const page = await first.countersign.context.newPage()
  await page.goto(url)
  const popup = await first.countersign.openPopup()
  await popup.getByRole('checkbox', { name: 'Always share this site' }).check()
  const agent = await first.countersign.mcpClient({ home })
  const shared = await findSharedPage(agent, pages.origin)
  const held = agent
    .callTool(shared.page, toolEnding(shared, '.fill'), { values: booking })
    .catch(() => undefined)
  await expect(cards(await first.countersign.openPopup())).toHaveCount(1)
  await first.countersign.quitBrowser()
  await first.close()
  await held

  const { countersign, close } = await startCountersign(true, profile)
  const panel = await countersign.openSidePanel()
  await expect(panel.locator('button.call').first()).toContainText('Aborted')
  const again = await countersign.context.newPage()
  await again.goto(url)
  const same = await countersign.startMcpClient({ home })
  expect((await findSharedPage(same, pages.origin)).page).not.toBe(shared.page)
  await close()
  await Promise.all(
    [profile, home].map((folder) => rm(folder, { recursive: true, force: true, maxRetries: 5 })),
  )
})
