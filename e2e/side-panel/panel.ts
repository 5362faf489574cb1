import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { expect as baseExpect, type Locator, type Page } from '@playwright/test'
import type { Countersign } from '../fixtures/countersign.ts'

/** Everything here waits for the worker, a page or an agent, on machines that may be busy. */
export const expect = baseExpect.configure({ timeout: 20_000 })

/** The side panel about one tab, as a page of its own. */
export async function openPanel(countersign: Countersign, page?: Page): Promise<Page> {
  const about = page ? `?tab=${String(await countersign.tabId(page))}` : ''
  const panel = await countersign.context.newPage()
  await panel.setViewportSize({ width: 400, height: 760 })
  await panel.goto(`chrome-extension://${countersign.extensionId}/src/side-panel/index.html${about}`)
  await panel.getByRole('tab', { name: 'History' }).waitFor()
  return panel
}

export const showView = (panel: Page, name: 'History' | 'Tools' | 'Connection'): Promise<void> =>
  panel.getByRole('tab', { name }).click()

/** The rows of the list that are in the document. */
export const rows = (panel: Page): Locator => panel.locator('button.call')
export const row = (panel: Page, text: string | RegExp): Locator => rows(panel).filter({ hasText: text })

/** How many calls a search or a filter found, as those hear it who do not see the list. */
export const foundOf = (panel: Page): Locator => panel.locator('output', { hasText: /^Calls found/ })

/** All that axe finds wrong, as lines; nothing where all is well. */
export async function findViolations(panel: Page): Promise<string[]> {
  if (!(await panel.evaluate(() => 'axe' in globalThis))) {
    const path = createRequire(import.meta.url).resolve('axe-core/axe.min.js')
    await panel.evaluate(await readFile(path, 'utf8'))
  }
  return panel.evaluate(async () => {
    type Found = { id: string; nodes: { target: unknown[]; failureSummary?: string }[] }
    const { axe } = globalThis as unknown as { axe: { run(): Promise<{ violations: Found[] }> } }
    const { violations } = await axe.run()
    return violations.flatMap(({ id, nodes }) =>
      nodes.map((node) => `${id}: ${node.target.join(' ')}: ${node.failureSummary ?? ''}`),
    )
  })
}

/** How far the document is wider than the window, in pixels. */
export const overflowOf = (panel: Page): Promise<number> =>
  panel.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)
