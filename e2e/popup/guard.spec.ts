import type { Locator, Page } from '@playwright/test'
import { cards } from '../../scripts/popup.mjs'
import { sampleCards } from '../../scripts/sample-state.mjs'
import { expect, test, type Countersign } from '../fixtures/countersign.ts'
import { keepWorkerAwake, storeCall, unstore } from './seeds.ts'

// The popup's clock stands still, so that nothing depends on how fast this machine is. A decision that was sent shows:
// no document holds these calls, and the worker says so in the card.
const decided = (popup: Page): Locator => popup.getByRole('alert')
const approve = (popup: Page, index = 0): Locator =>
  cards(popup).nth(index).getByRole('button', { name: 'Approve', exact: true })

async function stopClock(popup: Page): Promise<void> {
  await popup.getByRole('button', { name: 'Share this tab', exact: true }).waitFor()
  await popup.clock.install()
  await popup.clock.pauseAt(Date.now() + 60_000)
}

/** Time passes frame by frame, as it does for a person. */
const pass = (popup: Page, ms: number): Promise<void> => popup.clock.runFor(ms)

async function centre(button: Locator): Promise<{ x: number; y: number }> {
  const box = await button.boundingBox()
  if (!box) throw new Error('The button is not drawn')
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 }
}

async function press(popup: Page, button: Locator, clickCount = 1): Promise<void> {
  const { x, y } = await centre(button)
  await popup.mouse.click(x, y, { clickCount })
}

const expectInert = (button: Locator): Promise<void> =>
  expect(button).toHaveAttribute('aria-disabled', 'true')
const expectArmed = (button: Locator): Promise<void> =>
  expect(button).toHaveAttribute('aria-disabled', 'false')

/** Not after its time; a press that comes too soon starts it anew. */
async function pressTooSoon(popup: Page): Promise<void> {
  await press(popup, approve(popup))
  await pass(popup, 480)
  await expectInert(approve(popup))
}

const guarded = test.extend<{ page: Page }>({
  page: async ({ countersign, pages }, use) => {
    const page = await countersign.context.newPage()
    await page.goto(`${pages.origin}/demo/`)
    await keepWorkerAwake(countersign)
    await use(page)
  },
})

guarded(
  'a click right after a card appears approves nothing and starts the time anew',
  async ({ countersign, page }) => {
    const popup = await countersign.openPopup()
    await stopClock(popup)
    await storeCall(countersign, page, 1, sampleCards.plainCard)
    await approve(popup).waitFor()
    await pass(popup, 100)
    await pressTooSoon(popup)
    await pressTooSoon(popup)
    await expect(decided(popup)).toHaveCount(0)

    await pass(popup, 100)
    await expectArmed(approve(popup))
    await press(popup, approve(popup))
    await expect(decided(popup)).toHaveCount(1)
  },
)

guarded('a click right after the popup opened approves nothing', async ({ countersign, page }) => {
  await storeCall(countersign, page, 1, sampleCards.plainCard)
  const popup = await countersign.openPopup()
  await approve(popup).waitFor()
  // Opened once more, with its time in hand.
  await popup.clock.install()
  await popup.clock.pauseAt(Date.now() + 60_000)
  await popup.reload()
  await expect
    .poll(async () => {
      await pass(popup, 10)
      return approve(popup).count()
    })
    .toBe(1)
  await expectInert(approve(popup))
  await pressTooSoon(popup)
  await expect(decided(popup)).toHaveCount(0)
  await pass(popup, 100)
  await press(popup, approve(popup))
  await expect(decided(popup)).toHaveCount(1)
})

guarded('a double click approves nothing that came under it', async ({ countersign, page }) => {
  const popup = await countersign.openPopup()
  await stopClock(popup)
  await storeCall(countersign, page, 1, sampleCards.plainCard)
  await approve(popup).waitFor()
  await pass(popup, 100)
  const { x, y } = await centre(approve(popup))
  await popup.mouse.dblclick(x, y)
  await pass(popup, 50)
  await expect(decided(popup)).toHaveCount(0)

  await pass(popup, 600)
  await expectArmed(approve(popup))
  await press(popup, approve(popup), 2)
  await expect(decided(popup)).toHaveCount(1)
})

guarded(
  'Approve has no focus at first, and Enter elsewhere approves nothing',
  async ({ countersign, page }) => {
    const popup = await countersign.openPopup()
    await stopClock(popup)
    await storeCall(countersign, page, 1, sampleCards.plainCard)
    await approve(popup).waitFor()
    await pass(popup, 1_000)
    await expectArmed(approve(popup))
    await expect(approve(popup)).not.toBeFocused()
    await popup.keyboard.press('Enter')
    await popup.keyboard.press('Space')
    await pass(popup, 100)
    await expect(decided(popup)).toHaveCount(0)

    await approve(popup).focus()
    await pass(popup, 600)
    await popup.keyboard.press('Enter')
    await expect(decided(popup)).toHaveCount(1)
  },
)

guarded('a card that moved under the pointer is not approved', async ({ countersign, page }) => {
  const popup = await countersign.openPopup()
  await stopClock(popup)
  const first = await storeCall(countersign, page, 1, sampleCards.plainCard)
  await storeCall(countersign, page, 2, sampleCards.plainCard)
  await expect(cards(popup)).toHaveCount(2)
  await pass(popup, 1_000)
  await expectArmed(approve(popup, 1))
  const place = await centre(approve(popup, 0))
  await unstore(countersign, [first])
  await expect(cards(popup)).toHaveCount(1)
  await popup.mouse.click(place.x, place.y)
  await pass(popup, 100)
  await expectInert(approve(popup))
  await expect(decided(popup)).toHaveCount(0)

  await pass(popup, 600)
  await press(popup, approve(popup))
  await expect(decided(popup)).toHaveCount(1)
})

guarded(
  'a card that changed is not approved by the press that was meant for what stood there before',
  async ({ countersign, page }) => {
    const popup = await countersign.openPopup()
    await stopClock(popup)
    await storeCall(countersign, page, 1, sampleCards.plainCard)
    await approve(popup).waitFor()
    await pass(popup, 1_000)
    await expectArmed(approve(popup))
    const changes = [
      { path: 'values.name', before: 'Ada', after: 'Eve' },
      { path: 'values.date', before: '2026-12-04', after: '2026-12-05' },
    ]
    await storeCall(countersign, page, 1, { ...sampleCards.plainCard, changes })
    await expect(cards(popup)).toContainText('Eve')
    await press(popup, approve(popup))
    await pass(popup, 100)
    await expectInert(approve(popup))
    await expect(decided(popup)).toHaveCount(0)
  },
)

guarded('the click that brings the window to the front does not count', async ({ countersign, page }) => {
  const popup = await countersign.openPopup()
  await stopClock(popup)
  await storeCall(countersign, page, 1, sampleCards.plainCard)
  await approve(popup).waitFor()
  await pass(popup, 1_000)
  await expectArmed(approve(popup))
  await popup.evaluate(() => window.dispatchEvent(new FocusEvent('focus')))
  await press(popup, approve(popup))
  await pass(popup, 100)
  await expect(decided(popup)).toHaveCount(0)
})

guarded('Escape leaves everything pending', async ({ countersign, page }) => {
  const popup = await countersign.openPopup()
  await storeCall(countersign, page, 1, sampleCards.plainCard)
  await approve(popup).waitFor()
  await popup.keyboard.press('Escape')
  if (!popup.isClosed()) await popup.close()
  await expect(cards(await countersign.openPopup())).toHaveCount(1)
})

guarded(
  'in a popup that opened by itself nothing is approved without a moved pointer and a second of quiet',
  async ({ countersign, page }) => {
    await storeSettings(countersign, { isPopupOpenedOnRequest: true, isNotifying: false })
    await storeCall(countersign, page, 1, sampleCards.plainCard)
    await expectPopup(countersign)
    const popup = await countersign.openPopup()
    expect(popup.url()).toContain('?opened=request')
    await approve(popup).waitFor()
    await popup.clock.install()
    await popup.clock.pauseAt(Date.now() + 60_000)
    await pass(popup, 5_000)
    await expectInert(approve(popup))
    await approve(popup).focus()
    await popup.keyboard.press('Enter')
    await pass(popup, 100)
    await expect(decided(popup)).toHaveCount(0)

    await popup.mouse.move(20, 20)
    await popup.mouse.move(30, 25)
    await approve(popup).blur()
    await popup.keyboard.press('a')
    await pass(popup, 900)
    await expectInert(approve(popup))
    await pass(popup, 200)
    await expectArmed(approve(popup))
    await press(popup, approve(popup))
    await expect(decided(popup)).toHaveCount(1)
  },
)

const storeSettings = (countersign: Countersign, settings: object): Promise<void> =>
  countersign.desk.evaluate((changes) => chrome.storage.local.set({ settings: changes }), settings)

/** Nobody but the worker opens it. */
const expectPopup = (countersign: Countersign): Promise<void> =>
  expect
    .poll(() =>
      countersign.desk.evaluate(
        async () =>
          (await chrome.runtime.getContexts({ contextTypes: [chrome.runtime.ContextType.POPUP] })).length,
      ),
    )
    .toBe(1)
