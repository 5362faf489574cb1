import type { Page } from '@playwright/test'
import { cards } from '../../scripts/popup.mjs'
import { sampleCall, sampleCards } from '../../scripts/sample-state.mjs'
import { store, unstore } from '../popup/seeds.ts'
import { callOf, endCall, fillCalls, filledCount, startCall, test } from './filled.ts'
import { expect, foundOf, rows } from './panel.ts'

test.setTimeout(180_000)

const list = (panel: Page) => panel.locator('.history-scroll')
const search = (panel: Page) => panel.getByRole('searchbox', { name: 'Search the history' })

test('only what is in sight is in the document, and days have their headings', async ({ panel }) => {
  expect(await rows(panel).count()).toBeLessThan(50)
  await expect(panel.getByRole('heading', { level: 3 }).first()).toContainText('Today')
  const days = await panel.getByRole('heading', { level: 3 }).allTextContents()

  await list(panel).evaluate((element) => {
    element.scrollTop = element.scrollHeight
  })
  await expect(panel.locator('[data-call="00000000-0000-4000-8000-000000000000"]')).toBeInViewport()
  expect(await rows(panel).count()).toBeLessThan(50)
  await expect.poll(() => panel.getByRole('heading', { level: 3 }).allTextContents()).not.toEqual(days)
})

test('arrows, Home and End move through the calls, Enter opens one, Escape returns to it', async ({
  panel,
}) => {
  const first = await rows(panel).first().getAttribute('data-call')
  await rows(panel).first().focus()
  await panel.keyboard.press('ArrowDown')
  const focused = panel.locator('button.call:focus')
  await expect(focused).not.toHaveAttribute('data-call', String(first))
  await panel.keyboard.press('End')
  await expect(focused).toHaveAttribute('data-call', '00000000-0000-4000-8000-000000000000')
  await panel.keyboard.press('Enter')
  await expect(panel.getByRole('article')).toBeVisible()
  await expect(panel.getByRole('heading', { level: 2 }).last()).toBeFocused()
  await panel.keyboard.press('Escape')
  await expect(panel.getByRole('article')).toHaveCount(0)
  await expect(focused).toHaveAttribute('data-call', '00000000-0000-4000-8000-000000000000')
  await panel.keyboard.press('Home')
  await expect(focused).toHaveAttribute('data-call', String(first))
})

test('search and chips narrow the list together, and each can be taken off', async ({ panel }) => {
  await search(panel).fill('number 2718')
  await expect(foundOf(panel)).toHaveText('Calls found: 1')
  await rows(panel).first().click()
  await expect(panel.getByRole('article')).toContainText('number 2718')
  await panel.getByRole('button', { name: 'Back to the list' }).click()

  await search(panel).fill('booking')
  await panel.getByRole('combobox', { name: 'Outcome' }).selectOption('error')
  await panel.getByRole('combobox', { name: 'Agent' }).selectOption({ index: 1 })
  await expect(rows(panel).first()).toBeVisible()
  for (const text of await rows(panel).allTextContents()) {
    expect(text).toContain('booking')
    expect(text).toContain('Failed')
  }
  await panel.getByRole('button', { name: 'Remove the filter: Outcome' }).click()
  await expect(panel.getByRole('combobox', { name: 'Outcome' })).toHaveValue('')
  await panel.getByRole('button', { name: 'Clear filters' }).click()

  await search(panel).fill('no call has this')
  await expect(panel.getByText('No call fits')).toBeVisible()
  await panel.getByRole('button', { name: 'Show all calls' }).click()
  await expect(rows(panel).first()).toBeVisible()
  await expect(search(panel)).toHaveValue('')
})

test('one call, a site and everything can be deleted, the last two only after a question', async ({
  panel,
}) => {
  const first = String(await rows(panel).first().getAttribute('data-call'))
  await rows(panel).first().click()
  await panel.getByRole('button', { name: 'Delete this call' }).click()
  await expect(panel.locator(`[data-call="${first}"]`)).toHaveCount(0)

  const site = panel.getByRole('combobox', { name: 'Site' })
  await site.selectOption('https://bistro.example')
  await expect(rows(panel).first()).toBeVisible()
  await panel.getByRole('button', { name: 'Export and delete' }).click()
  await panel.getByRole('button', { name: 'Delete all calls of this site' }).click()
  await panel.getByRole('button', { name: 'Keep' }).click()
  await expect(rows(panel).first()).toBeVisible()
  await panel.getByRole('button', { name: 'Export and delete' }).click()
  await panel.getByRole('button', { name: 'Delete all calls of this site' }).click()
  await panel.getByRole('button', { name: 'Delete', exact: true }).click()
  await expect(panel.getByText('No call fits')).toBeVisible()
  await panel.getByRole('button', { name: 'Show all calls' }).click()
  await expect(rows(panel).first()).toBeVisible()

  await panel.getByRole('button', { name: 'Export and delete' }).click()
  await panel.getByRole('button', { name: 'Delete the whole history' }).click()
  await panel.getByRole('button', { name: 'Delete', exact: true }).click()
  await expect(panel.getByText('No calls yet')).toBeVisible()
})

test('in the background the oldest calls go, down to the number that the person keeps', async ({
  countersign,
  panel,
}) => {
  await search(panel).fill('number 2718')
  await expect(foundOf(panel)).toHaveText('Calls found: 1')
  const [worker] = countersign.context.serviceWorkers()
  await countersign.desk.evaluate(() => chrome.storage.local.set({ settings: { retentionCount: 100 } }))
  await worker?.evaluate(() => {
    type Dispatching = { dispatch(alarm: { name: string }): void }
    ;(chrome.alarms.onAlarm as unknown as Dispatching).dispatch({ name: 'tidy' })
  })
  await expect(panel.getByText('No call fits')).toBeVisible()
  await search(panel).fill(`number ${String(filledCount - 100)}`)
  await expect(foundOf(panel)).toHaveText('Calls found: 1')
})

test('a call appears when it starts and changes where it stands', async ({ panel }) => {
  const callId = await startCall(panel, filledCount)
  const call = panel.locator(`[data-call="${callId}"]`)
  await expect(call).toContainText('Running')
  await expect(rows(panel).first()).toHaveAttribute('data-call', callId)
  const place = await call.boundingBox()
  await endCall(panel, filledCount)
  await expect(call).toContainText('Done')
  expect(await call.boundingBox()).toEqual(place)
})

test('nothing moves under the pointer when calls come in', async ({ panel }) => {
  const pointed = rows(panel).nth(2)
  const callId = String(await pointed.getAttribute('data-call'))
  const call = panel.locator(`[data-call="${callId}"]`)
  await pointed.hover()
  const place = await call.boundingBox()
  await startCall(panel, filledCount + 1)
  await startCall(panel, filledCount + 2)
  await expect(panel.getByRole('button', { name: 'New calls: 2' })).toBeVisible()
  expect(await call.boundingBox()).toEqual(place)

  await panel.mouse.move(5, 5)
  await expect(panel.getByRole('button', { name: /^New calls/ })).toHaveCount(0)
  await expect(rows(panel).first()).toContainText('Running')
})

test('nothing moves under the pointer when a card comes in above the list, and goes', async ({
  countersign,
  panel,
}) => {
  const call = panel.locator(`[data-call="${String(await rows(panel).nth(8).getAttribute('data-call'))}"]`)
  await call.hover()
  const topOf = async (): Promise<number> => Math.round((await call.boundingBox())?.y ?? 0)
  const top = await topOf()
  const records = sampleCall(1, sampleCards.fillCard)
  await store(countersign, records)
  await expect(cards(panel)).toHaveCount(1)
  // Scrolling rounds to a pixel.
  expect(Math.abs((await topOf()) - top)).toBeLessThan(2)
  await unstore(countersign, Object.keys(records))
  await expect(cards(panel)).toHaveCount(0)
  expect(Math.abs((await topOf()) - top)).toBeLessThan(2)
})

test('a call that failed says in its details what went wrong, and what the agent was told', async ({
  panel,
}) => {
  const record = {
    tool: 'booking.fill',
    errorText: 'TypeError: no table',
    skipped: [{ path: 'date', reason: 'disabled' as const }],
    canUndo: false,
    durationMs: 5,
  }
  await fillCalls(panel, [callOf({ status: 'error', message: 'Tool failed', record })])
  await rows(panel).filter({ hasText: 'odd.example' }).click()
  const details = panel.getByRole('article')
  await expect(details.locator('.part', { hasText: 'What went wrong' })).toContainText('TypeError: no table')
  await expect(details.locator('.part', { hasText: 'What the agent was told' })).toContainText('Tool failed')
  await expect(details.locator('.part', { hasText: 'Left alone' })).toContainText('It was disabled')
})

test('a reader further down stays where they are, and is told of new calls', async ({ panel }) => {
  await list(panel).evaluate((element) => {
    element.scrollTop = 3_000
  })
  await panel.mouse.move(5, 5)
  const findInSight = (): Promise<string | undefined> =>
    panel.evaluate(
      () => document.elementFromPoint(200, 560)?.closest<HTMLElement>('[data-call]')?.dataset['call'],
    )
  await expect.poll(findInSight).toBeDefined()
  const callId = String(await findInSight())
  const call = panel.locator(`[data-call="${callId}"]`)
  const place = await call.boundingBox()
  await startCall(panel, filledCount + 3)
  await panel.getByRole('button', { name: 'New calls: 1' }).waitFor()
  expect(await call.boundingBox()).toEqual(place)
  await panel.getByRole('button', { name: 'New calls: 1' }).click()
  await expect(rows(panel).first()).toContainText('Running')
  await expect(rows(panel).first()).toBeInViewport()
})
