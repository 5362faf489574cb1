// @ts-check
import { cp, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { buildHistoryFiller } from '../bench/history-filler.mjs'
import { findBrowser } from './find-browser.mjs'
import { launchCountersign } from './launch.mjs'
import { servePages } from './page-server.mjs'
import { toSmallPng } from './small-png.mjs'
import { sampleHistory } from './sample-history.mjs'
import {
  sampleCall,
  sampleCards,
  sampleLasting,
  sampleRequests,
  sampleSession,
  sampleTen,
} from './sample-state.mjs'

/**
 * `npm run screenshots` draws each state of the extension's pages in light and dark, narrow, and from right to left.
 * Arguments: the built extension and the folder for the pictures.
 */

/** @typedef {Awaited<ReturnType<typeof launchCountersign>>} Browser @typedef {import('playwright').Page} Page */
/** @typedef {'light' | 'dark' | 'narrow' | 'rtl' | 'de'} Look */
/**
 * @typedef {object} State
 * @property {string} name
 * @property {'popup' | 'side-panel' | 'options' | 'welcome'} surface
 * @property {(page: Page, about: Page) => Promise<void>} [act] what a person does before the picture
 * @property {() => Record<string, unknown>} [session] what is stored besides
 * @property {string} [address] the page in front; the demo shop where absent
 * @property {readonly Look[]} [looks]
 */

const [builtPath = 'dist', picturesPath = 'docs/screenshots', only = ''] = process.argv.slice(2)
const extensionPath = resolve(builtPath)
const pictures = resolve(picturesPath)
/** @type {readonly Look[]} */
const everyLook = ['light', 'dark', 'narrow', 'rtl']
const widths = { popup: 400, 'side-panel': 400, options: 960, welcome: 960 }
const narrowWidth = 360

/** @param {Page} panel @param {string} name */
const showView = (panel, name) => panel.locator(`#tab-${name}`).click()
/** @param {Page} panel @param {string} tool */
const openTool = async (panel, tool) => {
  await showView(panel, 'tools')
  await panel.locator('button.tool', { hasText: tool }).click()
  await panel.locator('.tool-call').waitFor()
}

/** @type {readonly State[]} */
const states = [
  { name: 'popup-browser-page', surface: 'popup', address: 'chrome://version/', looks: ['light', 'dark'] },
  { name: 'popup-private', surface: 'popup', address: 'about:private' },
  { name: 'popup-shared', surface: 'popup', session: sampleSession },
  {
    name: 'popup-request',
    surface: 'popup',
    session: () => ({ ...sampleSession(), ...sampleCall(1, sampleCards.fillCard) }),
    looks: ['light', 'dark'],
  },
  {
    name: 'popup-requests',
    surface: 'popup',
    session: () => ({ ...sampleSession(), ...sampleRequests() }),
    looks: [...everyLook, 'de'],
  },
  {
    name: 'popup-edit',
    surface: 'popup',
    session: () => ({ ...sampleSession(), ...sampleCall(1, sampleCards.fillCard) }),
    act: (popup) => popup.locator('.card-actions [aria-pressed]').click(),
  },
  {
    name: 'popup-file',
    surface: 'popup',
    session: () => ({ ...sampleSession(), ...sampleCall(1, sampleCards.fileCard) }),
  },
  {
    name: 'popup-ten',
    surface: 'popup',
    session: () => ({ ...sampleSession(), ...sampleTen() }),
    looks: ['light', 'narrow'],
  },
  { name: 'side-panel-history', surface: 'side-panel' },
  {
    name: 'side-panel-details',
    surface: 'side-panel',
    act: async (panel) => {
      await panel.locator('button.call').first().click()
      await panel.locator('article').waitFor()
    },
  },
  {
    name: 'side-panel-requests',
    surface: 'side-panel',
    session: () => ({ ...sampleSession(), ...sampleCall(1, sampleCards.fillCard) }),
  },
  {
    name: 'side-panel-tools',
    surface: 'side-panel',
    act: async (panel) => {
      await showView(panel, 'tools')
      await panel.locator('button.tool').first().waitFor()
    },
  },
  { name: 'side-panel-tool', surface: 'side-panel', act: (panel) => openTool(panel, 'book-a-table.fill') },
  {
    name: 'side-panel-connection',
    surface: 'side-panel',
    act: async (panel) => {
      await showView(panel, 'connection')
      await panel.locator('[data-link=content][data-status=good]').waitFor()
    },
  },
  { name: 'options', surface: 'options', session: sampleSession },
  { name: 'welcome', surface: 'welcome', session: sampleSession },
]

/** @param {'ar' | 'de'} locale the built extension as a browser in that language shows it */
async function translated(locale) {
  const folder = await mkdtemp(join(tmpdir(), `countersign-${locale}-`))
  await cp(extensionPath, folder, { recursive: true })
  const messages = await readFile(join(extensionPath, '_locales', locale, 'messages.json'))
  await writeFile(join(folder, '_locales', 'en', 'messages.json'), messages)
  return folder
}

/** @param {string} path @param {string[]} flags */
function launch(path, flags) {
  const found = findBrowser()
  if (!found) throw new Error('No browser; run `node scripts/prepare.mjs`')
  return launchCountersign({
    browserPath: found.path,
    extensionPath: path,
    isHeadless: true,
    hasWebMcp: true,
    linkPorts: [],
    flags: ['--hide-scrollbars', ...flags],
  })
}

/** @param {Browser} browser @param {Record<string, unknown>} session */
async function seed(browser, session) {
  await browser.desk.evaluate(
    async ([inSession, inLocal]) => {
      // Else the worker looks for companions, finds none, and writes so over the sample's.
      await chrome.alarms.clear('look-for-companions')
      const stored = await chrome.storage.session.get(null)
      await chrome.storage.session.remove(Object.keys(stored).filter((key) => /^(call|access):/.test(key)))
      await chrome.storage.session.set(inSession)
      await chrome.storage.local.set(inLocal)
    },
    /** @type {const} */ ([session, sampleLasting()]),
  )
}

/** @param {Browser} browser @param {string} address */
const findTab = (browser, address) =>
  browser.desk.evaluate(
    async (url) => (await chrome.tabs.query({})).find((tab) => tab.url === url)?.id,
    address,
  )

/**
 * Approve is inert at first and whenever it moved; where something is missing it stays so.
 * @param {Page} page
 */
const arm = (page) =>
  page
    .waitForFunction(
      () =>
        [...document.querySelectorAll('.card-actions .primary')].every(
          (button) => button.ariaDisabled === 'false',
        ),
      undefined,
      { timeout: 1_500 },
    )
    .catch(() => undefined)

/**
 * The page as high as all of it, so that nothing is scrolled and nothing is empty.
 * @param {Page} page @param {State} state @param {Look} look
 */
async function shoot(page, { name, surface }, look) {
  const width = look === 'narrow' ? narrowWidth : widths[surface]
  await page.emulateMedia({ colorScheme: look === 'dark' ? 'dark' : 'light', reducedMotion: 'reduce' })
  await page.setViewportSize({ width, height: surface === 'side-panel' ? 720 : 300 })
  await arm(page)
  const height = await page.evaluate(() => document.documentElement.scrollHeight)
  if (surface !== 'side-panel') await page.setViewportSize({ width, height })
  await arm(page)
  await writeFile(join(pictures, `${name}-${look}.png`), toSmallPng(await page.screenshot()))
}

/** @param {Browser} browser @param {State} state @param {readonly Look[]} looks @param {Page} about */
async function shootState(browser, state, looks, about) {
  const { surface, act } = state
  await seed(browser, state.session?.() ?? {})
  const tabId = await findTab(browser, about.url())
  const page = await browser.context.newPage()
  await page.setViewportSize({ width: widths[surface], height: 900 })
  await page.goto(`chrome-extension://${browser.extensionId}/src/${surface}/index.html?tab=${tabId}`)
  await page.getByRole('heading').first().waitFor()
  if (surface === 'popup') await page.locator('.share').waitFor()
  await act?.(page, about)
  for (const look of looks) await shoot(page, state, look)
  await page.close()
}

/** @param {Browser} browser @param {Page} page */
async function shareTab(browser, page) {
  await page.bringToFront()
  const tabId = await findTab(browser, page.url())
  const popup = await browser.context.newPage()
  await popup.goto(`chrome-extension://${browser.extensionId}/src/popup/index.html?tab=${tabId}`)
  await popup.locator('.share button.primary').click()
  await popup.locator('.share button:not(.primary)').waitFor()
  await popup.close()
}

/** @param {Browser} browser @param {string} filler */
async function fillHistory(browser, filler) {
  const page = await browser.context.newPage()
  await page.goto(`chrome-extension://${browser.extensionId}/src/options/index.html`)
  await page.evaluate(filler)
  await page.evaluate(
    (calls) =>
      /** @type {{ fillCalls(calls: unknown[]): Promise<void> }} */ (
        /** @type {unknown} */ (globalThis)
      ).fillCalls(calls),
    sampleHistory(),
  )
  await page.close()
}

/** @param {{ path: string, looks: readonly Look[], flags?: string[] }} locale */
async function shootLocale({ path, looks, flags = [] }) {
  const browser = await launch(path, flags)
  await fillHistory(browser, filler)
  const shared = await browser.context.newPage()
  await shared.goto(address)
  await shareTab(browser, shared)
  const other = await browser.context.newPage()
  for (const state of states) {
    const wanted = looks.filter((look) => (state.looks ?? everyLook).includes(look))
    if (wanted.length === 0 || !state.name.includes(only)) continue
    if (state.address)
      await other.goto(state.address === 'about:private' ? `${address}?private` : state.address)
    await shootState(browser, state, wanted, state.address ? other : shared)
  }
  await browser.close()
}

await mkdir(pictures, { recursive: true })
const filler = await buildHistoryFiller()
const server = await servePages(resolve('e2e/pages'))
const address = `${server.origin}/demo/`
await shootLocale({ path: extensionPath, looks: ['light', 'dark', 'narrow'] })
const arabic = await translated('ar')
await shootLocale({ path: arabic, looks: ['rtl'], flags: ['--force-ui-direction=rtl'] })
const german = await translated('de')
await shootLocale({ path: german, looks: ['de'] })
for (const folder of [arabic, german]) await rm(folder, { recursive: true })
server.close()
