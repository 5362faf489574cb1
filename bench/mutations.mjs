// @ts-check
import { count, timesFloor } from './figure.mjs'
import { openStage, startBusyMeter } from './stage.mjs'

/** A page that changes all the time where no control is, shared and private in turn. */

const rounds = 12
const warmUps = 2

const body = `<!doctype html><title>Feed</title>
  <form aria-label="Search"><label>Words <input name="words"></label><button>Search</button></form>
  <ul id="feed">${Array.from({ length: 200 }, (_, at) => `<li class="a">Line ${at}</li>`).join('')}</ul>
  <script>
    const feed = document.querySelector('#feed')
    const turn = () => new Promise((resolve) => {
      const channel = new MessageChannel()
      channel.port1.onmessage = resolve
      channel.port2.postMessage(0)
    })
    const change = (at) => {
      const line = feed.children[at % feed.children.length]
      if (at % 4 === 0) line.firstChild.data = 'Line ' + at
      else if (at % 4 === 1) line.className = at % 8 === 1 ? 'a' : 'b'
      else if (at % 4 === 2) feed.append(Object.assign(document.createElement('li'), { textContent: 'New ' + at }))
      else feed.lastElementChild.remove()
    }
    /** 10,000 mutations in 100 tasks, and the tasks that they bring about. */
    globalThis.mutate = async () => {
      for (let task = 0; task < 100; task += 1) {
        for (let at = 0; at < 100; at += 1) change(task * 100 + at)
        await turn()
      }
    }
    /** 10,000 mutations a second for two seconds. */
    globalThis.flow = () => new Promise((resolve) => {
      const startedAt = performance.now()
      let done = 0
      const timer = setInterval(() => {
        const due = Math.min(20_000, (performance.now() - startedAt) * 10)
        while (done < due) change(done++)
        if (done >= 20_000) { clearInterval(timer); resolve() }
      }, 10)
    })
  </script>`

/** @param {import('./run.mjs').World} world */
async function run(world) {
  const stage = await openStage(world, { hasWebMcp: false })
  try {
    const page = await stage.open(stage.pages.add('/feed', body))
    const tabId = await stage.tabId(page)
    const busyMs = await startBusyMeter(page)
    /** @param {boolean} isShared */
    const setShared = async (isShared) => {
      await stage.tellWorker('tab.share', { tabId, isShared })
      await page.bringToFront()
      await page.evaluate(() => new Promise((resolve) => setTimeout(() => requestIdleCallback(resolve), 400)))
    }
    /** What the main thread does for it, and in the time after it. */
    const mutate = async () => {
      const before = await busyMs()
      await page.evaluate(async () => {
        await /** @type {any} */ (globalThis).mutate()
        await new Promise((resolve) => setTimeout(resolve, 150))
      })
      return (await busyMs()) - before
    }
    const flow = async () => {
      const before = await busyMs()
      await page.evaluate(() => /** @type {any} */ (globalThis).flow())
      return (await busyMs()) - before
    }
    const burst = { on: [0].slice(1), off: [0].slice(1) }
    for (let round = 0; round < rounds + warmUps; round += 1) {
      await setShared(false)
      const off = [await mutate(), await mutate()]
      await setShared(true)
      const on = [await mutate(), await mutate()]
      if (round < warmUps) continue
      burst.off.push(...off)
      burst.on.push(...on)
    }
    const steady = { on: [0].slice(1), off: [0].slice(1) }
    for (let round = 0; round < 4; round += 1) {
      await setShared(false)
      steady.off.push(await flow())
      await setShared(true)
      steady.on.push(await flow())
    }
    await stage.worker.evaluate(() => {
      const own = /** @type {any} */ (globalThis)
      own.lists = 0
      chrome.runtime.onMessage.addListener((message) => {
        if (message?.name === 'tools.changed') own.lists += 1
      })
    })
    await flow()
    const lists = await stage.worker.evaluate(() => /** @type {any} */ (globalThis).lists)
    return [
      timesFloor(
        '10,000 mutations away from controls, shared / private',
        { values: burst.on, floor: burst.off },
        { budget: 1.05, note: `main thread, ${rounds} × 2 of each in turn, ${warmUps} rounds of warm-up` },
      ),
      timesFloor(
        'main thread at 10,000 mutations a second, shared / private',
        { values: steady.on, floor: steady.off },
        { note: '4 × 2 s of each in turn' },
      ),
      count('lists told to the worker by 20,000 such mutations', lists, { budget: 0 }),
    ]
  } finally {
    await stage.close()
  }
}

export const subject = { name: 'mutations', run }
