import { booking, expect, test } from './fixtures/shop.ts'

test('undoing a fill brings the old values back, once', async ({ countersign, shop }) => {
  await shop.page.getByLabel('Full name').fill('Grace')
  const filled = shop.agent.call(shop.handle, shop.fill, { values: booking, overwrite: true })
  await countersign.approve()
  const { callId } = await filled
  expect(await shop.valueOf('name')).toBe(booking.name)

  expect(await shop.agent.undoCall(callId)).toMatchObject({ status: 'ok' })
  expect(await shop.valueOf('name')).toBe('Grace')
  expect(await shop.valueOf('card')).toBe('')
  expect(await shop.valueOf('guests')).toBe('2')
  expect(await shop.valueOf('time')).toBe('18:00')

  expect(await shop.agent.undoCall(callId)).toMatchObject({ status: 'refused', code: 'undo_unavailable' })
})

test('undo leaves alone what the person has edited since, and says so', async ({ countersign, shop }) => {
  const filled = shop.agent.call(shop.handle, shop.fill, { values: booking })
  await countersign.approve()
  const { callId } = await filled
  await shop.page.getByLabel('Full name').fill('Grace')
  const undone = await shop.agent.undoCall(callId)
  expect(undone).toMatchObject({ status: 'ok' })
  expect(undone.data.skipped).toContainEqual({
    path: expect.stringContaining('name'),
    reason: 'user_edited',
  })
  expect(await shop.valueOf('name')).toBe('Grace')
  expect(await shop.valueOf('email')).toBe('')
})

test('a fill does not overwrite what the person typed unless it says so', async ({ countersign, shop }) => {
  await shop.page.getByLabel('Full name').fill('Grace')
  const filled = shop.agent.call(shop.handle, shop.fill, { values: booking })
  await countersign.approve()
  const result = await filled
  expect(result.data.skipped).toContainEqual({
    path: expect.stringContaining('name'),
    reason: 'user_edited',
  })
  expect(await shop.valueOf('name')).toBe('Grace')
  expect(await shop.valueOf('email')).toBe(booking.email)
})

test('an agent cannot undo another agent’s call', async ({ countersign, shop }) => {
  const filled = shop.agent.call(shop.handle, shop.fill, { values: booking })
  await countersign.approve()
  const { callId } = await filled
  const other = await countersign.mcpClient({ name: 'Other agent' })
  expect(await other.undoCall(callId)).toMatchObject({ status: 'refused', code: 'undo_unavailable' })
  expect(await shop.valueOf('name')).toBe(booking.name)
})

test('after a reload there is nothing left to undo', async ({ countersign, shop }) => {
  const filled = shop.agent.call(shop.handle, shop.fill, { values: booking })
  await countersign.approve()
  const { callId } = await filled
  await shop.page.reload()
  expect(await shop.agent.undoCall(callId)).toMatchObject({ status: 'refused', code: 'undo_unavailable' })
})

test('the side panel lists the calls, and the person undoes one there', async ({ countersign, shop }) => {
  const filled = shop.agent.call(shop.handle, shop.fill, { values: booking })
  await countersign.approve()
  expect(await filled).toMatchObject({ status: 'ok' })
  const panel = await countersign.openSidePanel()
  await expect(panel.getByText('Test agent').filter({ visible: true }).first()).toBeVisible()
  expect(await panel.content()).not.toContain('4111')
  await panel.getByRole('button', { name: /^Undo/ }).first().click()
  await expect.poll(() => shop.valueOf('name')).toBe('')
})
