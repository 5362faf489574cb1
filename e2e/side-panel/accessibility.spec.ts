import { fillApproved, test } from '../fixtures/shop.ts'
import { expect, findViolations, openPanel, overflowOf, rows, showView } from './panel.ts'

test.setTimeout(240_000)

for (const colorScheme of ['light', 'dark'] as const) {
  test(`axe finds nothing in any view, ${colorScheme}`, async ({ countersign, shop }) => {
    await fillApproved(countersign, shop)
    const held = shop.agent.callTool(shop.handle, shop.submit, {})
    const panel = await openPanel(countersign, shop.page)
    await panel.emulateMedia({ colorScheme })
    await expect(rows(panel)).toHaveCount(2)
    expect(await findViolations(panel)).toEqual([])

    await rows(panel).last().click()
    await expect(panel.getByRole('article')).toBeVisible()
    expect(await findViolations(panel)).toEqual([])
    await panel.keyboard.press('Escape')

    await showView(panel, 'Tools')
    await panel.locator('button.tool').first().waitFor()
    expect(await findViolations(panel)).toEqual([])
    await panel.locator('button.tool', { hasText: shop.fill }).click()
    await panel.getByRole('button', { name: 'Preview' }).click()
    await panel.getByText('What a run would change').waitFor()
    expect(await findViolations(panel)).toEqual([])

    await showView(panel, 'Connection')
    await expect(panel.locator('[data-link=client]')).toHaveAttribute('data-status', 'good')
    expect(await findViolations(panel)).toEqual([])
    await countersign.reject()
    await held
  })
}

test('every view fits a narrow panel at 200 % and reads from right to left', async ({
  countersign,
  shop,
}) => {
  await fillApproved(countersign, shop)
  const panel = await openPanel(countersign, shop.page)
  // A panel of 360 pixels at 200 % leaves 180 to draw in.
  await panel.setViewportSize({ width: 180, height: 400 })
  for (const direction of ['ltr', 'rtl']) {
    await panel.evaluate((dir) => {
      document.documentElement.dir = dir
    }, direction)
    await showView(panel, 'History')
    await expect(rows(panel).first()).toBeVisible()
    expect(await overflowOf(panel)).toBe(0)
    await rows(panel).first().click()
    expect(await overflowOf(panel)).toBe(0)
    await panel.keyboard.press('Escape')
    await showView(panel, 'Tools')
    await panel.locator('button.tool').first().waitFor()
    expect(await overflowOf(panel)).toBe(0)
    await showView(panel, 'Connection')
    await expect(panel.locator('[data-link=client]')).toHaveAttribute('data-status', 'good')
    expect(await overflowOf(panel)).toBe(0)
  }
})

test('with reduced motion nothing turns', async ({ countersign, shop }) => {
  const panel = await openPanel(countersign, shop.page)
  await panel.emulateMedia({ reducedMotion: 'reduce' })
  const animation = await panel.evaluate(() => {
    const badge = document.createElement('span')
    badge.className = 'outcome is-running'
    document.body.append(badge)
    return getComputedStyle(badge, '::before').animationName
  })
  expect(animation).toBe('none')
})
