// @ts-check
import { launchCountersign } from '../scripts/launch.mjs'
import { count, milliseconds } from './figure.mjs'
import { buildHistoryFiller } from './history-filler.mjs'
import { median } from './statistics.mjs'

/** A history of 100,000 entries in the side panel. */

const entries = 100_000
const runs = 9
const words = ['booking', 'clinic fill', 'number 4711', 'e', 'last_name invoice', 'no such thing']

/** Resolves with the time at which what `find` looks for has been drawn. Runs in the panel. */
const watchDrawing = `globalThis.drawn = (find) => new Promise((resolve) => {
  const { port1, port2 } = new MessageChannel()
  port1.onmessage = () => resolve(performance.now())
  // What is there before a frame is drawn is drawn in it, and the message comes after that.
  const look = () => (find() ? port2.postMessage(0) : requestAnimationFrame(look))
  requestAnimationFrame(look)
})
globalThis.isDone = () => document.querySelector('.history-body')?.getAttribute('aria-busy') === 'false'
globalThis.rows = () => document.querySelectorAll('button.call').length`

/** @typedef {Window & { drawn: (find: () => boolean) => Promise<number>, isDone: () => boolean, rows: () => number, fillHistory: import('./history-fill.ts').FillHistory, startCall: (n: number) => Promise<string> }} PanelWindow */

/** @param {import('playwright').Page} panel */
async function measureFirstScreen(panel) {
  const times = []
  for (let run = 0; run < runs; run += 1) {
    await panel.reload({ waitUntil: 'commit' })
    times.push(
      await panel.evaluate(() => {
        const own = /** @type {PanelWindow} */ (/** @type {unknown} */ (window))
        return own.drawn(() => own.rows() > 5)
      }),
    )
    await panel.waitForSelector('.history-body[aria-busy="false"]')
  }
  return times
}

/** @param {import('playwright').Page} panel @param {string} text */
const search = (panel, text) =>
  panel.evaluate(async (query) => {
    const own = /** @type {PanelWindow} */ (/** @type {unknown} */ (window))
    const field = document.querySelector('input[type=search]')
    if (!(field instanceof HTMLInputElement)) throw new Error('No search field')
    field.value = query
    const startedAt = performance.now()
    field.dispatchEvent(new Event('input', { bubbles: true }))
    await new Promise((resolve) => setTimeout(resolve, 0))
    const at = await own.drawn(
      () => own.isDone() && document.querySelector('.call-place[aria-busy=true]') === null,
    )
    return at - startedAt
  }, text)

/** @param {import('playwright').Page} panel */
async function measureSearches(panel) {
  const all = []
  const perWord = []
  for (const word of words) {
    const times = []
    for (let run = 0; run < 4; run += 1) {
      await search(panel, '')
      times.push(await search(panel, word))
    }
    all.push(...times)
    perWord.push(times)
  }
  await search(panel, '')
  return { all, slowest: perWord.toSorted((a, b) => median(b) - median(a))[0] ?? [] }
}

/** @param {import('playwright').Page} panel */
const measureFilter = (panel) =>
  panel.evaluate(async () => {
    const own = /** @type {PanelWindow} */ (/** @type {unknown} */ (window))
    const select = document.querySelectorAll('.filter-chip select')[0]
    if (!(select instanceof HTMLSelectElement)) throw new Error('No filter')
    const startedAt = performance.now()
    select.selectedIndex = 3
    select.dispatchEvent(new Event('change', { bubbles: true }))
    await new Promise((resolve) => setTimeout(resolve, 0))
    const at = await own.drawn(own.isDone)
    select.selectedIndex = 0
    select.dispatchEvent(new Event('change', { bubbles: true }))
    return at - startedAt
  })

/** @param {import('playwright').Page} panel */
async function measureLive(panel) {
  const times = []
  for (let run = 0; run < runs; run += 1) {
    times.push(
      await panel.evaluate(async (n) => {
        const own = /** @type {PanelWindow} */ (/** @type {unknown} */ (window))
        const startedAt = performance.now()
        const callId = await own.startCall(n)
        return (await own.drawn(() => document.querySelector(`[data-call="${callId}"]`) !== null)) - startedAt
      }, entries + run),
    )
  }
  return times
}

/** Turns the wheel slowly and fast, and drags the bar from end to end. @param {import('playwright').Page} panel */
async function measureScrolling(panel) {
  await panel.evaluate(() => {
    const tasks = /** @type {number[]} */ ([])
    Object.assign(window, { tasks })
    new PerformanceObserver((list) => {
      for (const { duration } of list.getEntries()) tasks.push(duration)
    }).observe({ type: 'longtask' })
  })
  await panel.mouse.move(200, 400)
  for (const step of [...Array(60).fill(120), ...Array(60).fill(1_500), ...Array(20).fill(-4_000)]) {
    await panel.mouse.wheel(0, step)
    await panel.evaluate(() => new Promise((resolve) => requestAnimationFrame(resolve)))
  }
  return panel.evaluate(async () => {
    const list = document.querySelector('.history-scroll')
    if (!list) throw new Error('No list')
    for (let part = 0; part <= 200; part += 1) {
      list.scrollTop = (list.scrollHeight * part) / 200
      await new Promise((resolve) => requestAnimationFrame(resolve))
    }
    const { tasks } = /** @type {{ tasks: number[] }} */ (/** @type {unknown} */ (window))
    return { longest: Math.max(0, ...tasks), over50: tasks.length }
  })
}

/** @param {import('./run.mjs').World} world */
async function run({ browserPath, extensionPath }) {
  const filler = await buildHistoryFiller()
  const countersign = await launchCountersign({
    browserPath,
    extensionPath,
    isHeadless: true,
    hasWebMcp: false,
  })
  try {
    // Else the worker would remove half of it meanwhile.
    await countersign.desk.evaluate(
      (retentionCount) => chrome.storage.local.set({ settings: { retentionCount, retentionDays: 3_650 } }),
      entries * 2,
    )
    const panel = await countersign.context.newPage()
    await panel.addInitScript(watchDrawing)
    // As wide as the browser makes a side panel.
    await panel.setViewportSize({ width: 400, height: 800 })
    await panel.goto(`chrome-extension://${countersign.extensionId}/src/side-panel/index.html`)
    await panel.evaluate(filler)
    await panel.evaluate((many) => {
      const own = /** @type {PanelWindow} */ (/** @type {unknown} */ (window))
      return own.fillHistory(many, Date.now() - 60_000)
    }, entries)
    const firstScreen = await measureFirstScreen(panel)
    await panel.evaluate(filler)
    const searches = await measureSearches(panel)
    const filter = []
    for (let at = 0; at < 5; at += 1) filter.push(await measureFilter(panel))
    const live = await measureLive(panel)
    const { longest, over50 } = await measureScrolling(panel)
    return [
      milliseconds('first screen of 100,000 entries', firstScreen, { budget: 150, note: `${runs} openings` }),
      milliseconds('text search in 100,000 entries', searches.all, {
        budget: 300,
        note: `${words.length} words, 4 times each`,
      }),
      milliseconds('the slowest of the words', searches.slowest),
      milliseconds('filter', filter),
      milliseconds("a call's row after it was written", live),
      count('tasks over 50 ms while scrolling through it', over50, {
        note: `longest ${Math.round(longest)} ms`,
      }),
    ]
  } finally {
    await countersign.close()
  }
}

export const subject = { name: 'history', run }
