import type { Page } from '@playwright/test'
import { findPairingCode, type Agent } from '../../scripts/agent.mjs'
import type { PageServer } from '../../scripts/page-server.mjs'
import { type Countersign, test } from '../fixtures/countersign.ts'
import { expect, openPanel, showView } from './panel.ts'

test.setTimeout(180_000)

const link = (panel: Page, name: string) => panel.locator(`[data-link=${name}]`)
const expectLink = (panel: Page, name: string, status: 'good' | 'bad' | 'unknown'): Promise<void> =>
  expect(link(panel, name)).toHaveAttribute('data-status', status)

/** A shared page, and the connection's view beside it. */
async function openShared(countersign: Countersign, pages: PageServer): Promise<{ page: Page; panel: Page }> {
  const page = await countersign.context.newPage()
  await page.goto(`${pages.origin}/demo/`)
  await countersign.shareTab(page)
  const panel = await openPanel(countersign, page)
  await showView(panel, 'Connection')
  await expectLink(panel, 'content', 'good')
  return { page, panel }
}

test('each link of the chain is as it is now, with the fix for the broken one', async ({
  countersign,
  pages,
}) => {
  const page = await countersign.context.newPage()
  await page.goto(`${pages.origin}/demo/`)
  const panel = await openPanel(countersign, page)
  await showView(panel, 'Connection')
  await expectLink(panel, 'page', 'bad')
  await expectLink(panel, 'content', 'unknown')
  await expectLink(panel, 'worker', 'good')
  await expectLink(panel, 'companion', 'bad')
  await expectLink(panel, 'client', 'unknown')

  await link(panel, 'page').getByRole('button', { name: 'Share this tab' }).click()
  await expectLink(panel, 'page', 'good')
  await expectLink(panel, 'content', 'good')

  const agent = await countersign.startMcpClient()
  const code = findPairingCode(await agent.listPages())
  await expectLink(panel, 'companion', 'good')
  await expect(link(panel, 'companion')).toContainText(/version \d+\.\d+\.\d+ on port \d+/i)
  await expectLink(panel, 'client', 'bad')
  await link(panel, 'client').getByLabel('Pairing code').fill(String(code))
  await link(panel, 'client').getByRole('button', { name: 'Pair' }).click()
  await expectLink(panel, 'client', 'good')
  await expect(link(panel, 'client')).toContainText('Test agent')
  await expect(panel.getByText('Everything works')).toBeVisible()

  await agent.close()
  await expectLink(panel, 'companion', 'bad')
  await expect(panel.getByText('Everything works')).toHaveCount(0)
  await expect(link(panel, 'client')).not.toContainText('Test agent')
})

test('an agent that hangs is not called connected, nor a companion, until it answers again', async ({
  countersign,
  pages,
}, testInfo) => {
  const page = await countersign.context.newPage()
  await page.goto(`${pages.origin}/demo/`)
  await countersign.shareTab(page)
  // Agents of one user: the first is the hub for both.
  const home = testInfo.outputPath('home')
  const first = await countersign.mcpClient({ name: 'First', home })
  const second = await countersign.mcpClient({ name: 'Second', home })
  const panel = await openPanel(countersign, page)
  await showView(panel, 'Connection')
  await expect(link(panel, 'client')).toContainText('FirstSecond')

  await whileStopped(second, async () => {
    await expect(link(panel, 'client')).not.toContainText('Second')
    await expect(link(panel, 'client')).toContainText('First')
  })
  await expect(link(panel, 'client')).toContainText('Second')

  await whileStopped(first, async () => {
    await expectLink(panel, 'companion', 'bad')
    await expect(panel.getByText('An agent cannot use this page now')).toBeVisible()
  })
  await expectLink(panel, 'companion', 'good')
  await expect(link(panel, 'client')).toContainText('First')
})

/** The process is there and its connections are, but it does nothing. */
async function whileStopped(agent: Agent, act: () => Promise<void>): Promise<void> {
  const pid = agent.pid() ?? 0
  process.kill(pid, 'SIGSTOP')
  try {
    await act()
  } finally {
    process.kill(pid, 'SIGCONT')
  }
}

test('a worker that was stopped is awake again for the next look', async ({ countersign, pages }) => {
  const { panel } = await openShared(countersign, pages)
  await countersign.stopWorker()
  const checked = await panel.getByText(/^Checked at/).textContent()
  await expect(panel.getByText(/^Checked at/)).not.toHaveText(String(checked))
  await expectLink(panel, 'worker', 'good')
  await expectLink(panel, 'content', 'good')
})

test('a page that gives no answer is the broken link, and reloading it is the fix', async ({
  countersign,
  pages,
}) => {
  const { page, panel } = await openShared(countersign, pages)
  await page.evaluate(() => {
    document.title = 'Busy'
    setTimeout(() => {
      // oxlint-disable-next-line no-empty -- nothing but busy
      for (const endsAt = Date.now() + 12_000; Date.now() < endsAt;) {}
    })
  })
  await expectLink(panel, 'content', 'bad')
  await expectLink(panel, 'worker', 'good')
  await link(panel, 'content').getByRole('button', { name: 'Reload the page' }).click()
  await expectLink(panel, 'content', 'good')
  await expect(page).not.toHaveTitle('Busy')
})
