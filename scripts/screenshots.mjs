// @ts-check
import { cp, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { findBrowser } from './find-browser.mjs'
import { launchCountersign } from './launch.mjs'
import { servePages } from './page-server.mjs'
import {
  sampleCall,
  sampleCards,
  sampleLasting,
  sampleRequests,
  sampleSession,
  sampleTen,
} from './sample-state.mjs'

/**
 * Draws each state of the extension's pages from sample records and writes the pictures to docs/screenshots.
 * `npm run screenshots [folder of the built extension] [folder for the pictures]`
 * @typedef {import('playwright').Page} Page
 * @typedef {Awaited<ReturnType<typeof launchCountersign>>} Browser
 */

const [builtPath = 'dist', picturesPath = 'docs/screenshots'] = process.argv.slice(2)
const extensionPath = resolve(builtPath)
const pictures = resolve(picturesPath)

/** @param {'ar' | 'de'} locale the built extension as a browser in that language shows it */
async function translated(locale) {
  const folder = await mkdtemp(join(tmpdir(), `countersign-${locale}-`))
  await cp(extensionPath, folder, { recursive: true })
  const messages = await readFile(join(extensionPath, '_locales', locale, 'messages.json'))
  await writeFile(join(folder, '_locales', 'en', 'messages.json'), messages)
  return folder
}

/** @param {string} path @param {string[]} [flags] */
function launch(path, flags = []) {
  const found = findBrowser()
  if (!found) throw new Error('No browser; run `node scripts/prepare.mjs`')
  return launchCountersign({
    browserPath: found.path,
    extensionPath: path,
    isHeadless: true,
    hasWebMcp: true,
    linkPorts: [],
    flags,
  })
}

/** @param {Browser} browser @param {Record<string, unknown>} session @param {Record<string, unknown>} [local] */
async function seed(browser, session, local = {}) {
  await browser.desk.evaluate(
    async ([inSession, inLocal]) => {
      const stored = await chrome.storage.session.get(null)
      await chrome.storage.session.remove(Object.keys(stored).filter((key) => /^(call|access):/.test(key)))
      await chrome.storage.session.set(inSession)
      await chrome.storage.local.set(inLocal)
    },
    /** @type {const} */ ([session, local]),
  )
}

/** @param {Page} page @param {string} name */
async function shoot(page, name) {
  for (const colorScheme of /** @type {const} */ (['light', 'dark'])) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    await page.screenshot({ path: join(pictures, `${name}-${colorScheme}.png`), fullPage: true })
  }
}

/**
 * The popup as it stands in a window of its own, high enough for all of it.
 * @param {Browser} browser @param {Page} about @param {string} name @param {(popup: Page) => Promise<void>} [act]
 */
async function shootPopup(browser, about, name, act = async () => {}) {
  const tabId = await browser.desk.evaluate(
    async (url) => (await chrome.tabs.query({})).find((tab) => tab.url === url)?.id,
    about.url(),
  )
  const popup = await browser.context.newPage()
  await popup.setViewportSize({ width: 400, height: 300 })
  await popup.goto(`chrome-extension://${browser.extensionId}/src/popup/index.html?tab=${tabId}`)
  await popup.locator('.share').waitFor()
  await act(popup)
  await shoot(popup, name)
  await popup.close()
}

/** @param {Browser} browser @param {string} path @param {string} name @param {number} [width] */
async function shootPage(browser, path, name, width = 1000) {
  const page = await browser.context.newPage()
  await page.setViewportSize({ width, height: 900 })
  await page.goto(`chrome-extension://${browser.extensionId}/${path}`)
  await page.getByRole('heading').first().waitFor()
  await shoot(page, name)
  await page.close()
}

/** @param {Browser} browser @param {string} address */
async function shootStates(browser, address) {
  const page = await browser.context.newPage()
  await page.goto('chrome://version')
  await shootPopup(browser, page, 'popup-browser-page')
  await page.goto(address)
  await shootPopup(browser, page, 'popup-private')
  await seed(browser, sampleSession(), sampleLasting())
  await shootPopup(browser, page, 'popup-shared', async (popup) => {
    await popup.getByRole('button', { name: 'Share this tab', exact: true }).click()
    await popup.getByRole('button', { name: 'Stop sharing this tab' }).waitFor()
  })
  await seed(browser, { ...sampleSession(), ...sampleRequests() })
  await shootPopup(browser, page, 'popup-requests')
  await seed(browser, { ...sampleSession(), ...sampleCall(1, sampleCards.fillCard) })
  await shootPopup(browser, page, 'popup-edit', async (popup) => {
    await popup.getByRole('button', { name: 'Edit', exact: true }).click()
  })
  await seed(browser, { ...sampleSession(), ...sampleCall(1, sampleCards.fileCard) })
  await shootPopup(browser, page, 'popup-file')
  await seed(browser, { ...sampleSession(), ...sampleTen() })
  await shootPopup(browser, page, 'popup-ten')
  await shootPage(browser, 'src/side-panel/index.html', 'side-panel', 400)
  await shootPage(browser, 'src/options/index.html', 'options')
  await shootPage(browser, 'src/options/index.html', 'options-narrow', 400)
  await shootPage(browser, 'src/welcome/index.html', 'welcome')
}

/** @param {'ar' | 'de'} locale @param {string} address @param {string[]} flags */
async function shootLocale(locale, address, flags) {
  const path = await translated(locale)
  const browser = await launch(path, flags)
  const page = await browser.context.newPage()
  await page.goto(address)
  await seed(browser, { ...sampleSession(), ...sampleRequests() }, sampleLasting())
  await shootPopup(browser, page, `popup-requests-${locale}`)
  await shootPage(browser, 'src/options/index.html', `options-${locale}`)
  await shootPage(browser, 'src/welcome/index.html', `welcome-${locale}`)
  await browser.close()
  await rm(path, { recursive: true })
}

await mkdir(pictures, { recursive: true })
const server = await servePages(resolve('e2e/pages'))
const address = `${server.origin}/demo/`
const browser = await launch(extensionPath)
await shootStates(browser, address)
await browser.close()
await shootLocale('ar', address, ['--force-ui-direction=rtl'])
await shootLocale('de', address, [])
server.close()
