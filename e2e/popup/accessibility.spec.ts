import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import type { Page } from '@playwright/test'
import type * as Axe from 'axe-core'
import { sampleCards, sampleLasting, sampleRequests, sampleSession } from '../../scripts/sample-state.mjs'
import { expect, test } from '../fixtures/countersign.ts'
import { keepWorkerAwake, store, storeCall } from './seeds.ts'

const axeSource = readFile(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

/** Each violation with the elements that have it, and where. */
async function findViolations(page: Page): Promise<string[]> {
  // Over DevTools, since the extension's own pages run no script of others.
  if (!(await page.evaluate(() => 'axe' in globalThis))) await page.evaluate(await axeSource)
  return page.evaluate(async () => {
    const { axe } = window as unknown as { axe: typeof Axe }
    const { violations } = await axe.run(document)
    return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' | ')}`)
  })
}

async function expectAccessible(page: Page): Promise<void> {
  for (const colorScheme of ['light', 'dark'] as const) {
    for (const direction of ['ltr', 'rtl'] as const) {
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
      await page.evaluate((dir) => {
        document.documentElement.dir = dir
      }, direction)
      expect(await findViolations(page), `${colorScheme} ${direction}`).toEqual([])
    }
  }
}

const surfaces = ['popup', 'options', 'side-panel', 'welcome'] as const

for (const surface of surfaces) {
  test(`${surface}, empty and full, has no axe violation in both themes and directions`, async ({
    countersign,
    pages,
  }) => {
    test.slow()
    const page = await countersign.context.newPage()
    await page.goto(`${pages.origin}/demo/`)
    await keepWorkerAwake(countersign)
    const open = async (): Promise<Page> => {
      if (surface === 'popup') {
        await page.bringToFront()
        return countersign.openPopup()
      }
      const opened = await countersign.context.newPage()
      await opened.goto(`chrome-extension://${countersign.extensionId}/src/${surface}/index.html`)
      return opened
    }
    const empty = await open()
    await empty.getByRole('heading').first().waitFor()
    await expectAccessible(empty)
    await empty.close()

    await store(countersign, { ...sampleSession(), ...sampleRequests() }, sampleLasting())
    await storeCall(countersign, page, 9, sampleCards.fileCard)
    const full = await open()
    await full.getByRole('heading').first().waitFor()
    if (surface === 'popup') {
      await full.getByRole('button', { name: 'Edit', exact: true }).last().click()
      await full.getByText('Details').first().click()
      await full.getByRole('button', { name: 'Add a note' }).first().click()
    }
    await expectAccessible(full)
  })
}

test('at 360 pixels and at 200 % nothing has to be scrolled sideways', async ({ countersign, pages }) => {
  const page = await countersign.context.newPage()
  await page.goto(`${pages.origin}/demo/`)
  await keepWorkerAwake(countersign)
  await store(countersign, { ...sampleSession(), ...sampleRequests() }, sampleLasting())
  const popup = await countersign.openPopupWindow(page)
  await popup.getByRole('list', { name: 'Pending confirmations' }).waitFor()
  for (const fontSize of ['100%', '200%']) {
    await popup.setViewportSize({ width: 360, height: 700 })
    const overflow = await popup.evaluate((size) => {
      document.documentElement.style.fontSize = size
      return document.documentElement.scrollWidth - innerWidth
    }, fontSize)
    expect(overflow, fontSize).toBeLessThanOrEqual(0)
  }
})

test('the popup is worked by keyboard alone', async ({ countersign, pages }) => {
  const page = await countersign.context.newPage()
  await page.goto(`${pages.origin}/demo/`)
  await keepWorkerAwake(countersign)
  await storeCall(countersign, page, 1, sampleCards.plainCard)
  await page.bringToFront()
  const popup = await countersign.openPopup()
  const approve = popup.getByRole('button', { name: 'Approve', exact: true })
  await approve.waitFor()
  await expect
    .poll(async () => {
      await popup.keyboard.press('Tab')
      return approve.evaluate((button) => button === document.activeElement)
    })
    .toBe(true)
  await approve.and(popup.locator('[aria-disabled=false]')).waitFor()
  await popup.keyboard.press('Enter')
  await expect(popup.getByRole('alert')).toBeVisible()
})
