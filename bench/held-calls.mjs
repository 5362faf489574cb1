// @ts-check
import { timeOf } from './echo.mjs'
import { count, milliseconds } from './figure.mjs'
import { openStage, until } from './stage.mjs'

/** 100 calls that wait for the person: 20 of each of five agents, all on one page. */

const agents = 5
const perAgent = 20
const total = agents * perAgent

/** @param {import('./run.mjs').World} world */
async function run(world) {
  const stage = await openStage(world, { agents })
  try {
    const page = await stage.open(`${stage.pages.origin}/demo/`)
    await stage.share(page)
    const handle = await stage.handle('join_waitlist')
    const answers = stage.agents.flatMap((agent, of) =>
      Array.from({ length: perAgent }, (_, at) =>
        agent.call(handle, 'join_waitlist', { name: `Guest ${of}-${at}`, date: '2031-05-16', guests: 2 }),
      ),
    )
    const held = () => stage.panel.evaluate(async () => Number(await chrome.action.getBadgeText({})) || 0)
    const heldMs = await timeOf(() => until(async () => (await held()) === total))
    const tabId = await stage.tabId(page)
    const popup = await stage.countersign.context.newPage()
    await popup.addInitScript(() => {
      const tasks = /** @type {number[]} */ ([])
      Object.assign(window, { tasks })
      new PerformanceObserver((list) => {
        for (const { duration } of list.getEntries()) tasks.push(duration)
      }).observe({ type: 'longtask', buffered: true })
    })
    await popup.goto(`chrome-extension://${stage.countersign.extensionId}/src/popup/index.html?tab=${tabId}`)
    const drawn = []
    const longest = []
    let cards = 0
    for (let run = 0; run < 7; run += 1) {
      await popup.reload({ waitUntil: 'commit' })
      const sample = await popup.evaluate(async (all) => {
        const shown = document.getElementsByClassName('card')
        const giveUpAt = performance.now() + 10_000
        while (shown.length < all && performance.now() < giveUpAt)
          await new Promise((resolve) => requestAnimationFrame(resolve))
        return {
          ms: performance.now(),
          cards: shown.length,
          longest: Math.max(0, .../** @type {any} */ (window).tasks),
        }
      }, total)
      drawn.push(sample.ms)
      longest.push(sample.longest)
      cards = sample.cards
    }
    await popup.close()
    await stage.tellWorker('tab.share', { tabId, isShared: false })
    const settled = await Promise.all(answers)
    return [
      milliseconds('100 calls until all are held', [heldMs]),
      milliseconds('popup with 100 cards, from opening to all drawn', drawn, {
        note: '7 openings, no warm-up',
      }),
      milliseconds('longest task of it', longest),
      count('of 100 held calls, those without a card', total - cards, { budget: 0 }),
      count(
        'of 100 held calls, those not withdrawn when sharing ends',
        settled.filter(({ status }) => status !== 'cancelled').length,
        { budget: 0 },
      ),
    ]
  } finally {
    await stage.close()
  }
}

export const subject = { name: 'held-calls', run }
