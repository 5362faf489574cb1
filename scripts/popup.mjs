// @ts-check

/**
 * What a person does in Countersign's popup, by the names that people and assistive technology go by.
 * @typedef {import('playwright').Page} Page
 */

/** @param {Page} popup */
export async function shareTab(popup) {
  await popup.getByRole('button', { name: 'Share this tab', exact: true }).click()
  await popup.getByRole('button', { name: 'Stop sharing this tab' }).waitFor()
}

/** @param {Page} popup @param {string} code */
export async function typePairingCode(popup, code) {
  await popup.getByRole('textbox', { name: 'Pairing code' }).fill(code)
  await popup.getByRole('button', { name: 'Pair', exact: true }).click()
}

/** Cards in the order of the list, those that hold the text only. @param {Page} popup @param {string | RegExp} [text] */
export function cards(popup, text) {
  const list = popup.getByRole('list', { name: 'Pending confirmations' })
  return list.locator('> li, > [role=listitem]').filter(text === undefined ? {} : { hasText: text })
}

/**
 * Presses a button of the one card that holds the text. Approve is inert for a moment after it appears or moves, which
 * scrolling to it does too, and where the popup opened by itself until the pointer was seen moving.
 * @param {Page} popup @param {'Approve' | 'Reject' | 'Edit'} button @param {string | RegExp} [text]
 */
export async function pressInCard(popup, button, text) {
  const target = cards(popup, text).getByRole('button', { name: button, exact: true })
  await target.waitFor()
  await popup.mouse.move(5, 5)
  await popup.mouse.move(9, 7)
  await target.scrollIntoViewIfNeeded()
  // The button learns in the next frame that it was moved.
  await popup.evaluate(
    () => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))),
  )
  await target.and(popup.locator(':not([aria-disabled=true])')).waitFor()
  await target.click()
}
