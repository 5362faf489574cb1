import { cards } from '../scripts/popup.mjs'
import { booking, expect, test } from './fixtures/shop.ts'

test('a page tool that only reads is approved once and then answers at once', async ({
  countersign,
  shop,
}) => {
  const { agent, handle } = shop
  const first = agent.call(handle, 'find_tables', { date: '2026-12-04', guests: 2 })
  await countersign.approve('Find free tables')
  expect(await first).toMatchObject({ status: 'ok', data: { date: '2026-12-04', guests: 2 } })

  const second = await agent.call(handle, 'find_tables', { date: '2026-12-05', guests: 4 })
  expect(second).toMatchObject({ status: 'ok', data: { date: '2026-12-05', guests: 4 } })
})

test('what a page tool returns is marked as the page’s words', async ({ countersign, shop }) => {
  const asked = shop.agent.ask('call_tool', {
    page: shop.handle,
    tool: 'find_tables',
    input: { date: '2026-12-04', guests: 2 },
  })
  await countersign.approve('Find free tables')
  const answer = await asked
  const [text] = answer.content
  expect(text).toMatchObject({ type: 'text', text: expect.stringMatching(/^\[untrusted page content\]\n/) })
  expect(answer).toMatchObject({ _meta: { 'countersign/untrustedContent': true } })
})

test('a fill waits for the person, who sees each change and no secret', async ({ countersign, shop }) => {
  await shop.page.getByLabel('Guests').fill('5')
  const answer = shop.agent.call(shop.handle, shop.fill, { values: booking, overwrite: true })
  const popup = await countersign.openPopup()
  const card = cards(popup)
  await expect(card).toHaveCount(1)
  await expect(card).toContainText('Test agent')
  await expect(card).toContainText(new URL(shop.page.url()).host)
  await expect(card).toContainText('Ada Brandt')
  await expect(card).toContainText('Card number')
  const changes = card.getByLabel('Changes', { exact: true })
  await expect(changes.getByText('5', { exact: true })).toBeVisible()
  await expect(changes.getByText('3', { exact: true })).toBeVisible()
  expect(await popup.content()).not.toContain('4111')
  expect(await shop.valueOf('name')).toBe('')

  await countersign.approve()
  const result = await answer
  expect(result).toMatchObject({ status: 'ok' })
  expect(JSON.stringify(result)).not.toContain('4111')
  expect(result.data.changes).toEqual(
    expect.arrayContaining([
      { path: 'values.name', after: 'Ada Brandt' },
      { path: 'values.card', after: '[redacted]' },
    ]),
  )
  for (const [field, value] of Object.entries(booking)) {
    expect(await shop.valueOf(field)).toBe(String(value))
  }
  await expect(cards(await countersign.openPopup())).toHaveCount(0)
})

test('a rejected fill is cancelled with the person’s note and writes nothing', async ({
  countersign,
  shop,
}) => {
  const answer = shop.agent.call(shop.handle, shop.fill, { values: booking })
  const popup = await countersign.openPopup()
  await cards(popup).getByRole('button', { name: 'Add a note' }).click()
  await cards(popup).getByRole('textbox', { name: 'Note for the agent' }).fill('Not this week')
  await countersign.reject()
  expect(await answer).toMatchObject({ status: 'cancelled', by: 'operator', note: 'Not this week' })
  expect(await shop.valueOf('name')).toBe('')
})

test('a submit waits for the person, and then the page gets it once', async ({ countersign, shop }) => {
  const filled = shop.agent.call(shop.handle, shop.fill, { values: booking })
  await countersign.approve()
  expect(await filled).toMatchObject({ status: 'ok' })

  const submitted = shop.agent.call(shop.handle, shop.submit, {})
  await expect(cards(await countersign.openPopup())).toHaveCount(1)
  await expect(shop.page.getByText('Your table is booked')).toBeHidden()
  await countersign.approve()
  expect(await submitted).toMatchObject({ status: 'ok' })
  await expect(shop.page.getByText('Reference BL-1001')).toBeVisible()
})

test('one approval covers a fill that also submits, and its card says so', async ({ countersign, shop }) => {
  const answer = shop.agent.call(shop.handle, shop.fill, { values: booking, submit: true })
  const popup = await countersign.openPopup()
  await expect(cards(popup)).toContainText(/submit/i)
  await countersign.approve()
  expect(await answer).toMatchObject({ status: 'ok' })
  await expect(shop.page.getByText('Reference BL-1001')).toBeVisible()
})

test('closing the popup decides nothing', async ({ countersign, shop }) => {
  const answer = shop.agent.call(shop.handle, 'join_waitlist', {
    name: 'Ada',
    date: '2026-12-04',
    guests: 2,
  })
  const popup = await countersign.openPopup()
  await expect(cards(popup)).toHaveCount(1)
  await popup.keyboard.press('Escape')
  await popup.close()
  await expect(cards(await countersign.openPopup())).toHaveCount(1)
  await expect(shop.page.getByRole('listitem').filter({ hasText: 'Ada, 2026' })).toHaveCount(0)
  await countersign.approve()
  expect(await answer).toMatchObject({ status: 'ok', data: { position: 1 } })
})

test('the person edits the arguments and the agent learns which', async ({ countersign, shop }) => {
  const answer = shop.agent.call(shop.handle, 'join_waitlist', {
    name: 'Ada',
    date: '2026-12-04',
    guests: 2,
  })
  const popup = await countersign.openPopup()
  const card = cards(popup)
  await card.getByRole('button', { name: 'Edit', exact: true }).click()
  await card.getByLabel(/name/i).fill('Grace')
  await countersign.approve()
  expect(await answer).toMatchObject({ status: 'ok', edited: ['name'] })
  await expect(shop.page.getByText('Grace, 2026-12-04, 2 guests')).toBeVisible()
})
