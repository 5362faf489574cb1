import type { Page } from '@playwright/test'
import type { Countersign } from '../fixtures/countersign.ts'
import { booking, fillApproved, test } from '../fixtures/shop.ts'
import { expect, openPanel, row, rows, showView } from './panel.ts'

test.setTimeout(180_000)

test('an agent’s call appears when it starts and ends where it stands', async ({ countersign, shop }) => {
  const panel = await openPanel(countersign, shop.page)
  const filled = shop.agent.callTool(shop.handle, shop.fill, { values: booking })
  const call = rows(panel).first()
  await expect(call).toContainText('Waiting for you')
  await expect(call).toContainText('Test agent')
  const callId = await call.getAttribute('data-call')

  await shop.page.bringToFront()
  await countersign.approve()
  expect(await filled).toHaveProperty('callId', callId)
  await panel.bringToFront()
  await expect(call).toHaveAttribute('data-call', String(callId))
  await expect(call).toContainText('Done')
})

test('the details give old and new values, who decided, and no secret', async ({ countersign, shop }) => {
  await shop.page.getByLabel('Full name').fill('Grace')
  await fillApproved(countersign, shop)
  const panel = await openPanel(countersign, shop.page)
  await rows(panel).first().click()
  const details = panel.getByRole('article')
  await expect(details).toContainText(booking.email)
  await expect(details).toContainText('You had edited it')
  await expect(details).toContainText('Decided by')
  await expect(details).toContainText('127.0.0.1')
  expect(await panel.content()).not.toContain('4111')
  await details.getByRole('button', { name: 'As JSON' }).click()
  await expect(details.locator('pre')).toContainText('"[redacted]"')
  const written = await readDatabase(panel)
  expect(written).toContain(booking.email)
  expect(written).not.toContain('4111')
})

/** All that the extension has in its database, as JSON. */
const readDatabase = (panel: Page): Promise<string> =>
  panel.evaluate(async () => {
    // oxlint-disable-next-line unicorn/consistent-function-scoping -- the page gets this function alone
    const settled = <T>(request: IDBRequest<T>): Promise<T> =>
      new Promise((resolve, reject) => {
        request.addEventListener('success', () => resolve(request.result))
        request.addEventListener('error', () => reject(new Error(String(request.error))))
      })
    const database = await settled(indexedDB.open('countersign'))
    const stores = [...database.objectStoreNames]
    const read = stores.map((name) => settled(database.transaction(name).objectStore(name).getAll()))
    return JSON.stringify(await Promise.all(read))
  })

test('the person undoes a fill in its details, and sees there that it was undone', async ({
  countersign,
  shop,
}) => {
  await fillApproved(countersign, shop)
  const panel = await openPanel(countersign, shop.page)
  await row(panel, 'Test agent').first().click()
  const details = panel.getByRole('article')
  await details.getByRole('button', { name: 'Undo', exact: true }).click()
  await expect.poll(() => shop.valueOf('name')).toBe('')
  await expect(details).toContainText('Was undone')
  await details.getByRole('button', { name: 'Back to the list' }).click()
  await expect(row(panel, 'You')).toHaveCount(1)
})

test('the person undoes a fill in the list, and finds it among what was undone', async ({
  countersign,
  shop,
}) => {
  await fillApproved(countersign, shop)
  const panel = await openPanel(countersign, shop.page)
  await panel.getByRole('button', { name: /^Undo/ }).click()
  await expect.poll(() => shop.valueOf('name')).toBe('')
  await panel.getByRole('combobox', { name: 'Outcome' }).selectOption('undone')
  await expect(rows(panel)).toHaveCount(1)
  await expect(rows(panel)).toContainText('Undone')
})

test('after the page was left, the panel says why a call cannot be undone', async ({ countersign, shop }) => {
  await fillApproved(countersign, shop)
  const panel = await openPanel(countersign, shop.page)
  await expect(panel.getByRole('button', { name: /^Undo/ })).toHaveCount(1)
  await shop.page.reload()
  await expect(panel.getByRole('button', { name: /^Undo/ })).toHaveCount(0)
  await rows(panel).first().click()
  await expect(panel.getByRole('article')).toContainText('the page was left or reloaded')
})

test('a call of the person looks unlike one of an agent', async ({ countersign, shop }) => {
  await shop.agent.callTool(shop.handle, shop.fill, { values: { guests: 'many' } })
  const panel = await openPanel(countersign, shop.page)
  await showView(panel, 'Tools')
  await panel.getByRole('button', { name: /Find free tables/ }).click()
  await panel.getByLabel('date', { exact: false }).first().fill('2026-12-04')
  await panel.getByRole('button', { name: 'Run', exact: true }).click()
  await panel.getByRole('button', { name: 'See it in the history' }).click()
  await expect(panel.getByRole('article')).toContainText('You ran it yourself')
  await panel.getByRole('button', { name: 'Back to the list' }).click()

  const own = row(panel, 'Find free tables')
  const agents = row(panel, 'Test agent')
  await expect(own).toContainText('You')
  await expect(own.locator('.mark-person')).toBeVisible()
  await expect(agents.locator('.mark-agent')).toBeVisible()
  const look = (call: typeof own) =>
    call.evaluate((element) => {
      const { backgroundColor, borderInlineStartColor } = getComputedStyle(element)
      return `${backgroundColor} ${borderInlineStartColor}`
    })
  expect(await look(own)).not.toBe(await look(agents))
})

test('what did not fit is listed by field', async ({ countersign, shop }) => {
  const result = await shop.agent.callTool(shop.handle, shop.fill, { values: { guests: 'many' } })
  expect(result).toMatchObject({ status: 'invalid' })
  const panel = await openPanel(countersign, shop.page)
  await row(panel, 'Invalid input').first().click()
  await expect(panel.getByRole('article')).toContainText('What did not fit')
  await expect(panel.getByRole('article')).toContainText('guests')
})

test('what the panel draws first stays as it is when the rest comes, whether something waits or not', async ({
  countersign,
  shop,
}) => {
  const first = shop.agent.callTool(shop.handle, shop.fill, { values: booking })
  await countersign.approve()
  const { callId } = (await first) as { callId: string }
  expect(await watchOpening(countersign, callId)).toEqual([expect.stringMatching(/has-undo.* 0 cards$/)])

  await shop.page.bringToFront()
  const second = shop.agent.callTool(shop.handle, shop.fill, { values: { ...booking, guests: 4 } })
  await expect
    .poll(() => countersign.desk.evaluate(async () => Object.keys(await chrome.storage.session.get(null))))
    .toContainEqual(expect.stringMatching(/^call:/))
  expect(await watchOpening(countersign, callId)).toEqual([expect.stringMatching(/has-undo.* 1 cards$/)])

  await shop.page.bringToFront()
  await countersign.approve()
  await second
})

/** How the row of a call looked, and what waited above it, from its first frame on until its details could be read. */
async function watchOpening(countersign: Countersign, callId: string): Promise<string[]> {
  const panel = await countersign.context.newPage()
  await panel.addInitScript((id) => {
    const looks = new Set<string>()
    Object.assign(window, { looks })
    const look = (): void => {
      requestAnimationFrame(look)
      const call = document.querySelector(`[data-call="${id}"]`)
      if (!call || document.querySelector('article.call-details')) return
      const { top, height } = call.getBoundingClientRect()
      const cards = document.querySelectorAll('.cards > li').length
      looks.add(`${top} ${height} ${call.className} ${call.firstElementChild?.className} ${cards} cards`)
    }
    look()
  }, callId)
  await panel.goto(`chrome-extension://${countersign.extensionId}/src/side-panel/index.html`)
  await panel.locator(`[data-call="${callId}"]`).press('Enter')
  await expect(panel.getByRole('article')).toContainText(booking.email)
  const looks = await panel.evaluate(() => [...(window as unknown as { looks: Set<string> }).looks])
  await panel.close()
  return looks
}
