// @ts-check
import { count, milliseconds, timesFloor } from './figure.mjs'
import { openStage, startBusyMeter, until } from './stage.mjs'

/** A page that registers 200 tools one after another and takes them away again, shared and private in turn. */

const tools = 200
const rounds = 8
const warmUps = 1

const body = `<!doctype html><title>Many tools</title><script>
  globalThis.register = async () => {
    globalThis.end = new AbortController()
    for (let at = 0; at < ${tools}; at += 1) {
      await document.modelContext.registerTool({
        name: 'tool_' + at, description: 'Tool ' + at, inputSchema: { type: 'object', properties: { text: { type: 'string' } } },
        annotations: { readOnlyHint: true }, execute: async () => 'ok',
      }, { signal: globalThis.end.signal })
    }
  }
  globalThis.leave = () => globalThis.end.abort()
</script>`

/** @param {import('./run.mjs').World} world */
async function run(world) {
  const stage = await openStage(world)
  try {
    const page = await stage.open(stage.pages.add('/many-tools', body))
    const tabId = await stage.tabId(page)
    const busyMs = await startBusyMeter(page)
    const listed = async () => (await stage.tellWorker('page.tools', { tabId })).tools.length
    const settle = () =>
      page.evaluate(() => new Promise((resolve) => setTimeout(() => requestIdleCallback(resolve), 300)))
    const own = { on: [0].slice(1), off: [0].slice(1), listed: [0].slice(1), gone: [0].slice(1) }
    await stage.worker.evaluate(() => {
      const worker = /** @type {any} */ (globalThis)
      worker.lists = 0
      chrome.runtime.onMessage.addListener((message) => {
        if (message?.name === 'tools.changed') worker.lists += 1
      })
    })
    const lists = () => stage.worker.evaluate(() => Number(/** @type {any} */ (globalThis).lists))
    let messages = 0
    for (let round = 0; round < rounds + warmUps; round += 1) {
      const before = await busyMs()
      await page.evaluate(() => /** @type {any} */ (globalThis).register())
      await page.evaluate(() => /** @type {any} */ (globalThis).leave())
      await settle()
      const offMs = (await busyMs()) - before
      await stage.tellWorker('tab.share', { tabId, isShared: true })
      await settle()
      const listsBefore = await lists()
      const beforeShared = await busyMs()
      const startedAt = performance.now()
      await page.evaluate(() => /** @type {any} */ (globalThis).register())
      await until(async () => (await listed()) === tools)
      const listedMs = performance.now() - startedAt
      const leftAt = performance.now()
      await page.evaluate(() => /** @type {any} */ (globalThis).leave())
      await until(async () => (await listed()) === 0)
      const goneMs = performance.now() - leftAt
      await settle()
      const onMs = (await busyMs()) - beforeShared
      const told = (await lists()) - listsBefore
      await stage.tellWorker('tab.share', { tabId, isShared: false })
      if (round < warmUps) continue
      own.off.push(offMs)
      own.on.push(onMs)
      own.listed.push(listedMs)
      own.gone.push(goneMs)
      messages += told
    }
    const note = `${rounds} of each in turn, ${warmUps} of warm-up`
    return [
      timesFloor(
        'main thread, 200 tools come and go, shared / private',
        { values: own.on, floor: own.off },
        { note },
      ),
      milliseconds('200 tools from the first registration to all listed', own.listed, { note }),
      milliseconds('200 tools from their end to none listed', own.gone, { note }),
      count('lists told to the worker for 200 tools that come and go', messages / rounds),
    ]
  } finally {
    await stage.close()
  }
}

export const subject = { name: 'page-tools', run }
