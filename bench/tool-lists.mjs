// @ts-check
import { count, milliseconds } from './figure.mjs'
import { openStage, until } from './stage.mjs'

/** How long the first list of a page's tools takes, from the script's injection to the list at the worker. */

const manySamples = 7
/** Of what takes many seconds each. */
const fewSamples = 3

/** @param {string} id @param {number} at */
function field(id, at) {
  if (at % 5 === 3)
    return `<label>Kind ${id} <select name="f${at}"><option>One<option>Two<option>Three</select></label>`
  if (at % 5 === 4) return `<label><input type="checkbox" name="f${at}"> Agree ${id}</label>`
  return `<label>Field ${id} <input name="f${at}"></label>`
}

/** @param {number} forms @param {number} perForm */
function formsPage(forms, perForm) {
  const form = (/** @type {number} */ number) =>
    `<form aria-label="Form ${number}">${Array.from({ length: perForm }, (_, at) => field(`${number}-${at}`, at)).join('')}<button>Send</button></form>`
  return `<!doctype html><title>Forms</title>${Array.from({ length: forms }, (_, at) => form(at)).join('')}`
}

/** @param {number} frames */
const framesPage = (frames) =>
  `<!doctype html><title>Frames</title>${Array.from({ length: frames }, (_, at) => `<iframe src="/three?${at}" width="300" height="120"></iframe>`).join('')}`

/**
 * Notes in the worker when a content script was injected and when each document's list came.
 * @param {import('./stage.mjs').Stage} stage
 */
const watchLists = (stage) =>
  stage.worker.evaluate(() => {
    const own = /** @type {any} */ (globalThis)
    own.marks = { listedAt: new Map() }
    if (own.isWatching) return
    own.isWatching = true
    const inject = chrome.scripting.executeScript.bind(chrome.scripting)
    Object.assign(chrome.scripting, {
      executeScript: (/** @type {any} */ injection) => {
        own.marks.injectedAt ??= performance.now()
        return inject(injection)
      },
    })
    chrome.runtime.onMessage.addListener((message, sender) => {
      if (message?.name !== 'tools.changed' || message.input.tools.length === 0) return
      if (!own.marks.listedAt.has(sender.documentId))
        own.marks.listedAt.set(sender.documentId, performance.now())
    })
  })

/** @param {import('./stage.mjs').Stage} stage @returns {Promise<{ lists: number, ms: number }>} */
const readMarks = (stage) =>
  stage.worker.evaluate(() => {
    const { injectedAt, listedAt } = /** @type {any} */ (globalThis).marks
    return { lists: listedAt.size, ms: Math.max(0, ...listedAt.values()) - injectedAt }
  })

/**
 * Loads the page while it is private and then shares it, as often as it takes.
 * @param {import('./stage.mjs').Stage} stage @param {{ url: string, lists: number, samples: number }} subject `lists`: documents that have tools
 */
async function measureFirstList(stage, { url, lists, samples }) {
  const page = await stage.open(url)
  const tabId = await stage.tabId(page)
  const times = []
  const longTasks = []
  for (let at = 0; at < samples; at += 1) {
    await page.reload()
    await page.evaluate(() => {
      const tasks = /** @type {number[]} */ ([])
      Object.assign(window, { tasks })
      new PerformanceObserver((list) => {
        for (const { duration } of list.getEntries()) tasks.push(duration)
      }).observe({ type: 'longtask' })
      return new Promise((resolve) => requestIdleCallback(resolve))
    })
    await watchLists(stage)
    await stage.tellWorker('tab.share', { tabId, isShared: true })
    await until(async () => (await readMarks(stage)).lists >= lists)
    times.push((await readMarks(stage)).ms)
    longTasks.push(
      ...(await page.evaluate(async () => {
        await new Promise((resolve) => setTimeout(resolve, 100))
        return /** @type {any} */ (window).tasks
      })),
    )
    await stage.tellWorker('tab.share', { tabId, isShared: false })
  }
  await page.close()
  return { times, longTasks }
}

/** @param {import('./run.mjs').World} world */
async function run(world) {
  const stage = await openStage(world)
  try {
    const cases = [
      { name: '1,000 controls in 50 forms', path: '/c1000', body: formsPage(50, 20), lists: 1, budget: 50 },
      {
        name: '10,000 controls in 500 forms',
        path: '/c10000',
        body: formsPage(500, 20),
        lists: 1,
        budget: 400,
      },
      { name: '500 forms of 3 controls', path: '/f500', body: formsPage(500, 3), lists: 1 },
      { name: '200 frames of a form each', path: '/frames', body: framesPage(200), lists: 200 },
    ]
    stage.pages.add('/three', formsPage(1, 3))
    const figures = []
    for (const { name, path, body, lists, budget } of cases) {
      const samples = lists > 1 ? fewSamples : manySamples
      const url = stage.pages.add(path, body)
      const { times, longTasks } = await measureFirstList(stage, { url, lists, samples })
      const note = `${samples} fresh documents, no warm-up`
      figures.push(milliseconds(`first list, ${name}`, times, { note, ...(budget ? { budget } : {}) }))
      figures.push(
        count(`tasks over 50 ms a list, ${name}`, longTasks.length / samples, {
          note: `longest ${Math.round(Math.max(0, ...longTasks))} ms`,
          ...(budget ? { budget: 0 } : {}),
        }),
      )
    }
    return figures
  } finally {
    await stage.close()
  }
}

export const subject = { name: 'tool-lists', run }
