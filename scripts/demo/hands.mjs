// @ts-check
import { once } from 'node:events'
import { pressInCard, shareTab, typePairingCode } from '../popup.mjs'

/**
 * Who shares, pairs and approves in the demo.
 * @typedef {object} Hands
 * @property {() => Promise<void>} share
 * @property {(code: string) => Promise<void>} pair
 * @property {(tool: string) => Promise<void>} approve
 * @property {(page: import('playwright').Page, name: string) => Promise<void>} look
 * @property {() => Promise<void>} showHistory
 * @property {() => Promise<void>} end
 *
 * @typedef {object} Place
 * @property {import('../launch.mjs').CountersignBrowser} countersign
 * @property {import('playwright').Page} page
 * @property {import('./transcript.mjs').Transcript} transcript
 */

/** Presses the real popup's buttons and takes pictures. @param {Place} place @returns {Hands} */
export function automaticHands({ countersign, page, transcript }) {
  return {
    async share() {
      const popup = await countersign.openPopup()
      await transcript.picture(page, 'bistro')
      await shareTab(popup)
      await transcript.picture(popup, 'shared')
      transcript.tell('Pressed "Share this tab" in the popup')
    },
    async pair(code) {
      const popup = await countersign.openPopup()
      await typePairingCode(popup, code)
      transcript.tell(`Typed ${code} in the popup`)
    },
    async approve(tool) {
      const popup = await countersign.openPopup()
      await popup.getByRole('button', { name: 'Approve', exact: true }).first().waitFor()
      await transcript.picture(popup, `card-${tool}`)
      await pressInCard(popup, 'Approve')
      transcript.tell('Pressed "Approve" in the popup')
    },
    look: (shown, name) => transcript.picture(shown, name),
    async showHistory() {
      await transcript.picture(page, 'undone')
      const panel = await countersign.context.newPage()
      await panel.setViewportSize({ width: 420, height: 900 })
      await panel.goto(`chrome-extension://${countersign.extensionId}/src/side-panel/index.html`)
      await panel
        .locator('button.call')
        .filter({ hasText: /find_tables|Find free tables/ })
        .first()
        .waitFor()
      await transcript.picture(panel, 'history')
    },
    end: async () => {},
  }
}

/** Tells the person what to do; the story goes on when they have done it. @param {Place} place @returns {Hands} */
export function personsHands({ countersign, transcript }) {
  /** Where the browser will not open the popup by itself the person clicks the icon. */
  const openPopup = () => countersign.openPopup().then(ignore, ignore)
  return {
    async share() {
      transcript.tell('Click the Countersign icon beside the address bar and press "Share this tab".')
      transcript.tell('(The icon may be behind the puzzle piece.)')
      await openPopup()
    },
    async pair(code) {
      transcript.tell(`In the popup, type the pairing code ${code} and press "Pair".`)
      await openPopup()
    },
    async approve() {
      transcript.tell('The call waits for you: read the card in the popup and press "Approve".')
      await openPopup()
    },
    look: async () => {},
    async showHistory() {
      transcript.tell('Right-click the Countersign icon and choose "Open side panel" to see it.')
    },
    async end() {
      transcript.tell('The browser stays open. Close it, or press Ctrl+C here, when you have seen enough.')
      const closed = new Promise((resolve) => countersign.browser.once('disconnected', resolve))
      await Promise.race([closed, once(process, 'SIGINT')])
    },
  }
}

const ignore = () => {}
