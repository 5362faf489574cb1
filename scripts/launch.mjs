// @ts-check
import { spawn } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { chromium } from 'playwright'

/**
 * The browser is started as a person starts it and only then connected to, with nothing emulated: a tab that is not in
 * front really is hidden, frames stop and timers slow down there, and the back/forward cache works.
 */

/**
 * @typedef {object} BrowserOptions
 * @property {string} browserPath
 * @property {boolean} isHeadless
 * @property {boolean} hasWebMcp whether pages get the browser's own `document.modelContext`
 * @property {string[]} [flags] more command line flags
 * @property {string} [profile] a folder that outlives the browser; one of its own, which goes with it, where absent
 */

/**
 * @typedef {object} ExtensionOptions
 * @property {string} extensionPath folder of the unpacked extension
 * @property {number[]} [linkPorts] where the extension looks for companions; the fixed ports where absent
 */

/** @param {BrowserOptions} options @param {string} profile */
function commandLine(options, profile) {
  return [
    '--remote-debugging-port=0',
    '--enable-unsafe-extension-debugging',
    `--user-data-dir=${profile}`,
    '--no-first-run',
    '--no-default-browser-check',
    '--disable-background-networking',
    '--disable-component-update',
    '--disable-sync',
    '--disable-quic',
    '--password-store=basic',
    '--use-mock-keychain',
    '--window-size=1280,900',
    '--disable-gpu',
    ...(options.isHeadless ? ['--headless=new'] : []),
    ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
    ...(options.hasWebMcp ? ['--enable-features=WebMCP'] : ['--disable-features=WebMCP']),
    ...(options.flags ?? []),
    'about:blank',
  ]
}

/** Keeps the last of what a browser writes, and how it ended. @param {import('node:child_process').ChildProcess} child */
function keepStderr(child) {
  let written = ''
  child.stderr?.on('data', (chunk) => (written = (written + chunk).slice(-20_000)))
  child.once('exit', (code, signal) => (written += `\nThe browser ended: ${signal ?? `code ${code}`}`))
  return () => written
}

/**
 * @param {import('node:child_process').ChildProcess} child @param {() => string} stderr
 * @returns {Promise<string>} the address of its DevTools
 */
function devToolsAddress(child, stderr) {
  return new Promise((resolve, reject) => {
    child.stderr?.on('data', () => {
      const address = /DevTools listening on (ws:\S+)/.exec(stderr())?.[1]
      if (address) resolve(address)
    })
    child.once('error', reject)
    child.once('exit', () => reject(new Error(stderr())))
  })
}

/** @param {string} address @returns {Promise<import('playwright').Browser>} */
const connect = (address) => chromium.connectOverCDP(address, { noDefaults: true, timeout: 30_000 })

/** @param {import('playwright').Browser} browser @returns {import('playwright').BrowserContext} */
export function mainContext(browser) {
  const [context] = browser.contexts()
  if (!context) throw new Error('The browser has no context')
  return context
}

/**
 * Waits for the page that opens once after installation and closes it, so that it takes the place of no other.
 * @param {import('playwright').BrowserContext} context @param {string} extensionId
 */
async function closeWelcome(context, extensionId) {
  const url = `chrome-extension://${extensionId}/src/welcome/index.html`
  const isWelcome = (/** @type {import('playwright').Page} */ page) => page.url() === url
  const open = () => context.pages().find(isWelcome)
  const welcome = open() ?? (await context.waitForEvent('page', { predicate: isWelcome, timeout: 30_000 }))
  // Closed while it loads, it can leave the extension's process without texts.
  await welcome.getByRole('heading', { level: 1 }).waitFor()
  await welcome.close()
}

/**
 * A tab of the extension behind all others, on a file without code: its own way to the extension's API, alive while
 * the worker is stopped.
 * @param {import('playwright').Browser} browser @param {string} extensionId
 */
async function openDesk(browser, extensionId) {
  const session = await browser.newBrowserCDPSession()
  const url = `chrome-extension://${extensionId}/manifest.json`
  const opened = mainContext(browser).waitForEvent('page', (page) => page.url() === url)
  await session.send('Target.createTarget', { url, background: true })
  await session.detach()
  return opened
}

/** @param {import('node:child_process').ChildProcess} child */
async function endBrowser(child) {
  const ended = new Promise((resolve) => child.once('exit', resolve))
  if (child.exitCode === null && child.signalCode === null) {
    child.kill()
    const force = setTimeout(() => child.kill('SIGKILL'), 5_000)
    await ended
    clearTimeout(force)
  }
}

/**
 * Starts a browser of its own.
 * @param {BrowserOptions} options
 */
export async function launchBrowser(options) {
  const profile = options.profile ?? (await mkdtemp(join(tmpdir(), 'countersign-browser-')))
  const child = spawn(options.browserPath, commandLine(options, profile), {
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  const stderr = keepStderr(child)
  const killWithUs = () => void child.kill('SIGKILL')
  process.once('exit', killWithUs)
  const end = async () => {
    await endBrowser(child)
    if (!options.profile) await rm(profile, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 })
    process.off('exit', killWithUs)
  }
  try {
    const address = await devToolsAddress(child, stderr)
    const browser = await connect(address)
    const close = async () => {
      await browser.close()
      await end()
    }
    return { address, browser, context: mainContext(browser), stderr, close }
  } catch (error) {
    await end()
    throw error
  }
}
/** @typedef {Awaited<ReturnType<typeof launchBrowser>>} LaunchedBrowser */

/**
 * Loads the extension as on its first day, with nothing stored.
 * @param {LaunchedBrowser} launched @param {ExtensionOptions} options
 */
export async function loadCountersign(launched, { extensionPath, linkPorts }) {
  const { address, browser, context } = launched
  const session = await browser.newBrowserCDPSession()
  const { id: extensionId } = await session.send('Extensions.loadUnpacked', { path: extensionPath })
  await session.detach()
  await closeWelcome(context, extensionId)
  const desk = await openDesk(browser, extensionId)
  if (linkPorts) {
    await desk.evaluate((ports) => chrome.storage.session.set({ linkPorts: ports }), linkPorts)
  }
  /** @type {import('playwright').Page | undefined} */
  let popup
  return {
    ...launched,
    desk,
    extensionId,
    // One connection serves a popup as long as it is open; that it closed comes to be known a moment later.
    openPopup: async () => {
      const isOpen = popup?.isClosed() === false && (await countPopups(desk)) > 0
      if (!popup || !isOpen) popup = await openPopup({ address, desk, extensionId })
      return popup
    },
    closePopup: async () => {
      if ((await countPopups(desk)) > 0) await (await openPopup({ address, desk, extensionId })).close()
    },
    stopWorker: () => stopWorker(desk, extensionId),
  }
}
/** @typedef {Awaited<ReturnType<typeof loadCountersign>>} CountersignBrowser */

/**
 * Makes the extension as on its first day, so that the browser can serve again: every tab is closed, nothing is stored,
 * and the worker starts anew.
 * @param {CountersignBrowser} countersign @param {number[]} linkPorts
 */
export async function resetCountersign(countersign, linkPorts) {
  const { context, desk } = countersign
  await countersign.closePopup()
  const others = context.pages().filter((page) => page !== desk)
  await Promise.all(others.map((page) => page.close()))
  await context.clearCookies()
  await desk.evaluate(clearStored)
  await countersign.stopWorker()
  // The worker's last writes too.
  await desk.evaluate(clearStored)
  await desk.evaluate((ports) => chrome.storage.session.set({ linkPorts: ports }), linkPorts)
}

/** Runs in a page of the extension. */
async function clearStored() {
  // oxlint-disable-next-line unicorn/consistent-function-scoping -- the page gets this function alone
  const drop = (/** @type {string} */ name) =>
    new Promise((resolve, reject) => {
      const request = indexedDB.deleteDatabase(name)
      request.addEventListener('success', resolve)
      request.addEventListener('error', () => reject(request.error))
    })
  const notifications = Object.keys(await chrome.notifications.getAll())
  await Promise.all([
    ...notifications.map((id) => chrome.notifications.clear(id)),
    chrome.scripting.unregisterContentScripts(),
    chrome.storage.local.clear(),
    chrome.storage.session.clear(),
  ])
  const databases = await indexedDB.databases()
  await Promise.all(databases.map(({ name = '' }) => drop(name)))
}

/**
 * Starts a browser of its own with the extension loaded.
 * @param {BrowserOptions & ExtensionOptions} options
 */
export async function launchCountersign(options) {
  const launched = await launchBrowser(options)
  try {
    return await loadCountersign(launched, options)
  } catch (error) {
    await launched.close()
    throw error
  }
}

/**
 * Opens the real popup over the tab in front, or finds it open. A connection lists only the popups that were there
 * before it, so each gets one of its own.
 * @param {{ address: string, desk: import('playwright').Page, extensionId: string }} extension
 * @returns {Promise<import('playwright').Page>}
 */
async function openPopup({ address, desk, extensionId }) {
  if ((await countPopups(desk)) === 0) await desk.evaluate(() => chrome.action.openPopup())
  const connection = await connect(address)
  const url = `chrome-extension://${extensionId}/src/popup/index.html`
  // One that opened by itself says so in its address; one with a tab in it is a window.
  const urls = [url, `${url}?opened=request`]
  const isPopup = (/** @type {import('playwright').Page} */ page) => urls.includes(page.url())
  const context = mainContext(connection)
  const popup =
    context.pages().find(isPopup) ??
    (await context.waitForEvent('page', { predicate: isPopup, timeout: 10_000 }))
  popup.once('close', () => void connection.close())
  // A headless browser may take a popup for hidden, which a person's never is, and then stops its frames and timers.
  const session = await context.newCDPSession(popup)
  await session.send('Emulation.setFocusEmulationEnabled', { enabled: true })
  return popup
}

/** @param {import('playwright').Page} desk @returns {Promise<number>} one at most */
const countPopups = (desk) =>
  desk.evaluate(
    async () =>
      (await chrome.runtime.getContexts({ contextTypes: [chrome.runtime.ContextType.POPUP] })).length,
  )

/** Stops the extension's worker and waits until it is stopped. @param {import('playwright').Page} desk @param {string} extensionId */
async function stopWorker(desk, extensionId) {
  const session = await desk.context().newCDPSession(desk)
  const stopped = new Promise((resolve) => {
    session.on('ServiceWorker.workerVersionUpdated', ({ versions }) => {
      const own = versions.filter((version) => version.scriptURL.includes(extensionId))
      if (own.some((version) => version.runningStatus === 'stopped')) resolve(undefined)
    })
  })
  await session.send('ServiceWorker.enable')
  await session.send('ServiceWorker.stopAllWorkers')
  await stopped
  await session.detach()
}
