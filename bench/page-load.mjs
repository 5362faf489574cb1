// @ts-check
import { findFreePorts } from '../scripts/free-ports.mjs'
import { launchBrowser, loadCountersign } from '../scripts/launch.mjs'
import { servePages } from '../scripts/page-server.mjs'
import { shareTab } from '../scripts/popup.mjs'
import { root } from '../scripts/prepare.mjs'
import { count, milliseconds, timesFloor } from './figure.mjs'
import { countOwnWorlds, traceScripts } from './own-scripts.mjs'

/** A page with 20 frames, loaded in one browser with the extension away, there, and there with the tab shared, in turn. */

const rounds = 5
const loadsPerRound = 10
const warmUps = 2
const frames = 20

/** @param {string} name */
const field = (name) => `<label>${name} <input name="${name}"></label>`

/** @param {import('../scripts/page-server.mjs').PageServer} pages */
function addPage(pages) {
  const lines = Array.from({ length: 40 }, (_, at) => `<p>Line ${at} of a page with some text in it.</p>`)
  const form = `<form aria-label="Order">${['name', 'street', 'city'].map(field).join('')}<button>Send</button></form>`
  // A document without any script has no script engine at all, which no page of today does without.
  const script = '<script>document.documentElement.lang = "en"</script>'
  pages.add('/frame', `<!doctype html><title>Frame</title>${script}${lines.slice(0, 10).join('')}${form}`)
  const inside = Array.from({ length: frames }, (_, at) => `<iframe src="/frame?${at}"></iframe>`)
  return pages.add(
    '/framed',
    `<!doctype html><title>Framed</title>${script}${lines.join('')}${form}${inside.join('')}`,
  )
}

/** Now and then the browser refuses one of hundreds of loads in a row, with or without the extension. @param {import('playwright').Page} page */
async function reload(page, triesLeft = 3) {
  try {
    await page.reload({ waitUntil: 'load' })
  } catch (error) {
    if (triesLeft === 0 || !String(error).includes('ERR_INSUFFICIENT_RESOURCES')) throw error
    await page.waitForTimeout(1_000)
    await reload(page, triesLeft - 1)
  }
}

/** @param {import('playwright').Page} page @returns {Promise<number>} ms until the load event of the page was over */
async function load(page) {
  await reload(page)
  const loadedMs = await page.evaluate(async () => {
    await new Promise((resolve) => setTimeout(resolve, 0))
    const [entry] = performance.getEntriesByType('navigation')
    return /** @type {PerformanceNavigationTiming} */ (entry).loadEventEnd
  })
  // What the extension still does must not run into the next load.
  await page.evaluate(() => new Promise((resolve) => requestIdleCallback(resolve, { timeout: 1_000 })))
  await new Promise((resolve) => setTimeout(resolve, 60))
  return loadedMs
}

/** @param {import('playwright').Page} page */
async function loadMany(page) {
  const times = []
  for (let at = 0; at < loadsPerRound; at += 1) times.push(await load(page))
  return times.slice(warmUps)
}

/** The tab stays as it is. @param {import('../scripts/launch.mjs').CountersignBrowser} countersign */
async function uninstall({ browser, extensionId }) {
  const session = await browser.newBrowserCDPSession()
  await session.send('Extensions.uninstall', { id: extensionId })
  await session.detach()
}

/** @param {import('./run.mjs').World} world */
async function run({ browserPath, extensionPath }) {
  const pages = await servePages(root)
  const url = addPage(pages)
  const launched = await launchBrowser({ browserPath, isHeadless: true, hasWebMcp: false })
  try {
    const page = await launched.context.newPage()
    await page.goto(url)
    const linkPorts = await findFreePorts(3)
    const times = { off: /** @type {number[]} */ ([]), private: [0].slice(1), shared: [0].slice(1) }
    /** @type {number | undefined} */
    let worlds
    /** @type {import('./own-scripts.mjs').ScriptTimes | undefined} */
    let scripts
    for (let round = 0; round < rounds; round += 1) {
      times.off.push(...(await loadMany(page)))
      const countersign = await loadCountersign(launched, { extensionPath, linkPorts })
      await page.bringToFront()
      times.private.push(...(await loadMany(page)))
      // A frame keeps the worlds that it once had, also empty ones: only before the first sharing do they tell anything.
      worlds ??= await countOwnWorlds(page, countersign.extensionId)
      const popup = await countersign.openPopup()
      await shareTab(popup)
      // As a person's popup does; one that stays open draws the tab anew at every load.
      await popup.close()
      await page.bringToFront()
      times.shared.push(...(await loadMany(page)))
      scripts ??= await traceScripts(launched.browser, page, () => load(page))
      await uninstall(countersign)
    }
    const note = `${rounds} × ${loadsPerRound - warmUps} loads each, ${warmUps} of warm-up before every ten`
    return [
      timesFloor(
        'load, 20 frames, not shared / off',
        { values: times.private, floor: times.off },
        { budget: 1.01, note },
      ),
      count('frames of a private page with anything of ours', worlds ?? Number.NaN, { budget: 0 }),
      timesFloor(
        'load, 20 frames, shared / off',
        { values: times.shared, floor: times.off },
        { budget: 1.15, note },
      ),
      milliseconds('load, 20 frames, off', times.off),
      milliseconds('page script in a frame', scripts?.page ?? [], {
        budget: 0.5,
        note: 'compiled and run, traced',
      }),
      milliseconds('content script in a frame', scripts?.content ?? [], { note: 'compiled and run, traced' }),
    ]
  } finally {
    await launched.close()
    pages.close()
  }
}

export const subject = { name: 'page-load', run }
