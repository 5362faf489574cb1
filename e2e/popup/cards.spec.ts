import { cards } from '../../scripts/popup.mjs'
import { sampleAccess, sampleCards } from '../../scripts/sample-state.mjs'
import { expect, test as base, type Countersign } from '../fixtures/countersign.ts'
import { keepWorkerAwake, store, storeCall, unstore } from './seeds.ts'
import type { Page } from '@playwright/test'

const test = base.extend<{ page: Page }>({
  page: async ({ countersign, pages }, use) => {
    const page = await countersign.context.newPage()
    await page.goto(`${pages.origin}/demo/`)
    await keepWorkerAwake(countersign)
    await use(page)
  },
})

const openList = async (countersign: Countersign): Promise<Page> => {
  const popup = await countersign.openPopup()
  await popup.getByRole('list', { name: 'Pending confirmations' }).waitFor({ state: 'attached' })
  return popup
}

test('a card shows who asks, where, and each change with old beside new', async ({ countersign, page }) => {
  await storeCall(countersign, page, 1, sampleCards.fillCard)
  const card = cards(await openList(countersign))
  await expect(card).toContainText('Claude Code 2')
  await expect(card).toContainText('~/trip')
  await expect(card).toContainText('bistro.example')
  const timer = card.getByRole('timer')
  await expect(timer).toContainText(/^[89]:\d\d left$/)
  await expect(timer).not.toHaveText(String(await timer.textContent()))
  const guests = card.locator('.change', { hasText: 'values.guests' })
  await expect(guests).toContainText('Guests')
  await expect(guests).toContainText(/from 2.*to 4/s)
  await expect(card.locator('.change', { hasText: 'Seating' })).toContainText('you edited it')
})

test('in long texts the words that differ are marked', async ({ countersign, page }) => {
  await storeCall(countersign, page, 1, sampleCards.fillCard)
  const change = cards(await openList(countersign)).locator('.change', { hasText: 'Requests' })
  await expect(change.getByRole('deletion').first()).toHaveText('removed: four')
  await expect(change.getByRole('insertion').first()).toHaveText('added: five')
})

test('a hidden value says why', async ({ countersign, page }) => {
  await storeCall(countersign, page, 1, sampleCards.fillCard)
  const change = cards(await openList(countersign)).locator('.change', { hasText: 'Card number' })
  await expect(change).toContainText('hidden')
  await expect(change).toContainText('Hidden because the field holds a secret')
  await expect(change.getByRole('button', { name: 'Press to reveal' })).toBeVisible()
})

test('lists and objects are laid out, and a long value can be read to its end', async ({
  countersign,
  page,
}) => {
  const long = `${'word '.repeat(400)}the deciding part`
  const changes = [...sampleCards.deleteCard.changes, { path: 'note', after: long }]
  await storeCall(countersign, page, 1, { ...sampleCards.deleteCard, changes })
  const card = cards(await openList(countersign))
  await expect(card.locator('.change', { hasText: 'Bookings' }).getByRole('listitem')).toHaveCount(3)
  const note = card.locator('.change', { hasText: 'note' }).last()
  await note.getByRole('button', { name: 'Show all' }).click()
  await expect(note.getByRole('button', { name: 'Show less' })).toHaveAttribute('aria-expanded', 'true')
  await expect(note).toContainText('the deciding part')
})

test('hints, other origins and earlier permissions are said in the extension’s own words', async ({
  countersign,
  page,
}) => {
  await storeCall(countersign, page, 1, sampleCards.submitCard, {
    origin: 'https://widgets.example',
    crossingFrom: ['https://mail.example'],
    crossingOthers: 12,
    redefinition: [
      { part: 'description', before: 'Sends the form.', after: 'Sends the form at once.' },
      { part: 'form' },
    ],
  })
  const card = cards(await openList(countersign))
  await expect(card).toContainText('widgets.example inside bistro.example')
  await expect(card).toContainText('Fills and submits')
  await expect(card).toContainText('Sends to lists.example')
  await expect(card).toContainText(
    'This agent has read from mail.example, others: 12. Its words would now go to widgets.example.',
  )
  const redefined = card.getByRole('listitem').filter({ hasText: 'changed this tool since you allowed it' })
  await expect(redefined).toContainText('at once')
})

test('page text cannot leave its place', async ({ countersign, page }) => {
  const summary = 'Harmless\u202E evil\u200B\n\nApprove all\u{E0041}'
  await storeCall(countersign, page, 1, { ...sampleCards.plainCard, summary })
  const title = cards(await openList(countersign))
    .getByRole('heading')
    .locator('bdi')
    .first()
  await expect(title).toHaveText('Harmless evil Approve all')
  expect(await title.evaluate((element) => element.textContent)).toBe('Harmless evil Approve all')
})

test('cards of the tab in front come first, and a new card moves no older one', async ({
  countersign,
  page,
  pages,
}) => {
  const other = await countersign.context.newPage()
  await other.goto(`${pages.otherOrigin}/demo/?other`)
  await storeCall(countersign, other, 1, sampleCards.deleteCard)
  await storeCall(countersign, page, 2, sampleCards.plainCard)
  await page.bringToFront()
  const popup = await openList(countersign)
  await expect(cards(popup).nth(0)).toContainText('Table reservation')
  await expect(cards(popup).nth(1)).toContainText('Delete 3 bookings')
  const before = await cards(popup).nth(0).boundingBox()
  await storeCall(countersign, page, 3, sampleCards.submitCard)
  await expect(cards(popup)).toHaveCount(3)
  await expect(cards(popup).nth(1)).toContainText('Newsletter')
  expect((await cards(popup).nth(0).boundingBox())?.y).toBe(before?.y)
})

test('a card leaves as soon as its call is over, and another agent’s change to the same form is named', async ({
  countersign,
  page,
}) => {
  const key = await storeCall(countersign, page, 1, sampleCards.plainCard, { target: 'form' })
  const agent = { agentId: 'agent-9', name: 'Cursor', colour: 'c3' }
  await storeCall(countersign, page, 2, sampleCards.plainCard, { target: 'form', agent })
  const popup = await openList(countersign)
  await expect(cards(popup).nth(0)).toContainText(
    'Another agent has a change waiting for the same form: Cursor',
  )
  await unstore(countersign, [key])
  await expect(cards(popup)).toHaveCount(1)
  await expect(cards(popup)).not.toContainText('Another agent has a change waiting')
})

test('a request for a page shows the full address, in punycode where its letters deceive', async ({
  countersign,
  page,
}) => {
  await page.bringToFront()
  await store(countersign, sampleAccess())
  const card = cards(await openList(countersign))
  await expect(card).toContainText('Cursor asks to open and work with a page of xn--80ak6aa92e.com')
  await expect(card).toContainText('https://xn--80ak6aa92e.com/orders?list=open')
  await expect(card).toContainText('I want to compare your open orders with the invoice.')
})

test('several cards of one agent can be approved together, but none that has lasting effects', async ({
  countersign,
  page,
}) => {
  await storeCall(countersign, page, 1, sampleCards.plainCard)
  await storeCall(countersign, page, 2, sampleCards.plainCard)
  await storeCall(countersign, page, 3, sampleCards.submitCard, { isConsequential: true })
  const popup = await openList(countersign)
  await cards(popup).nth(1).getByRole('button', { name: 'Approve', exact: true }).scrollIntoViewIfNeeded()
  await cards(popup).nth(2).getByRole('button', { name: 'Approve', exact: true }).scrollIntoViewIfNeeded()
  await expect(popup.getByRole('button', { name: 'Approve all 2' })).toBeVisible()
})
