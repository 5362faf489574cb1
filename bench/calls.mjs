// @ts-check
import { startEcho, timeOf } from './echo.mjs'
import { milliseconds, timesFloor } from './figure.mjs'
import { addNoopPage } from './noop-page.mjs'
import { openStage } from './stage.mjs'

/** What a call of a page's tool that only reads and does nothing costs over its floors. */

const batches = 30
const perBatch = 10
const warmUps = 3
const text = 'x'.repeat(1_000)

/**
 * In the worker, against a bare listener in the same frame: `perBatch` calls one after another, from the start to the
 * settled result, or as many messages of the same size with their answers.
 * @param {import('./stage.mjs').Stage} stage @param {import('playwright').Page} page
 */
async function measureInside(stage, page) {
  const tabId = await stage.tabId(page)
  const documentId = await stage.panel.evaluate(async (tab) => {
    const [result] = await chrome.scripting.executeScript({
      target: { tabId: tab },
      func: () => {
        chrome.runtime.onMessage.addListener((message, _sender, reply) => {
          if (message?.bench === 'echo') reply(message)
        })
      },
    })
    return result?.documentId ?? ''
  }, tabId)
  const address = { tabId, documentId, text, perBatch }
  /** @type {number[]} */
  const calls = []
  /** @type {number[]} */
  const floor = []
  for (let batch = 0; batch < batches + warmUps; batch += 1) {
    const callMs = await stage.worker.evaluate(async ({ tabId, documentId, text, perBatch }) => {
      /** @type {string[]} */
      const callIds = []
      const startedAt = performance.now()
      for (let at = 0; at < perBatch; at += 1) {
        const input = {
          callId: crypto.randomUUID(),
          caller: 'human',
          agentId: null,
          tool: 'noop',
          input: { text },
          decision: 'run',
          confirmationTtlMs: 60_000,
        }
        const reply = await chrome.tabs.sendMessage(
          tabId,
          { to: 'content', name: 'call.start', input },
          { documentId },
        )
        if (reply?.value?.result?.status !== 'ok') throw new Error(`Not done: ${JSON.stringify(reply)}`)
        callIds.push(input.callId)
      }
      const tookMs = performance.now() - startedAt
      await chrome.tabs.sendMessage(
        tabId,
        { to: 'content', name: 'call.acknowledge', input: { callIds } },
        { documentId },
      )
      return tookMs / perBatch
    }, address)
    const floorMs = await stage.worker.evaluate(async ({ tabId, documentId, text, perBatch }) => {
      const startedAt = performance.now()
      for (let at = 0; at < perBatch; at += 1) {
        await chrome.tabs.sendMessage(tabId, { bench: 'echo', input: { text } }, { documentId })
      }
      return (performance.now() - startedAt) / perBatch
    }, address)
    if (batch < warmUps) continue
    calls.push(callMs)
    floor.push(floorMs)
  }
  return { calls, floor }
}

/** @param {import('./stage.mjs').Stage} stage */
async function measureOutside(stage) {
  const [agent] = stage.agents
  if (!agent) throw new Error('No agent')
  const echo = await startEcho()
  const page = await stage.handle('noop')
  const call = async () => {
    const answer = await agent.callTool(page, 'noop', { text })
    if (answer.status !== 'ok') throw new Error(JSON.stringify(answer))
  }
  // A page's tool is asked about once.
  const first = call()
  await stage.approve()
  await first
  /** @type {number[]} */
  const calls = []
  /** @type {number[]} */
  const floor = []
  for (let batch = 0; batch < batches + warmUps; batch += 1) {
    const times = []
    const floorTimes = []
    for (let at = 0; at < perBatch; at += 1) times.push(await timeOf(call))
    for (let at = 0; at < perBatch; at += 1) {
      floorTimes.push(await timeOf(() => echo.call({ page, tool: 'noop', input: { text } })))
    }
    if (batch < warmUps) continue
    calls.push(...times)
    floor.push(...floorTimes)
  }
  await echo.close()
  return { calls, floor }
}

/** @param {import('./run.mjs').World} world */
async function run(world) {
  const stage = await openStage(world, { agents: 1 })
  try {
    const page = await stage.open(addNoopPage(stage.pages))
    await stage.share(page)
    const outside = await measureOutside(stage)
    const inside = await measureInside(stage, page)
    const note = `${batches} × ${perBatch} of each in turn, ${warmUps * perBatch} of warm-up`
    return [
      timesFloor(
        'worker → page tool → worker / bare message round trip',
        { values: inside.calls, floor: inside.floor },
        { budget: 2, note },
      ),
      milliseconds('worker → page tool → worker', inside.calls),
      milliseconds('bare message round trip', inside.floor),
      timesFloor(
        'MCP client → page tool → back / MCP echo server',
        { values: outside.calls, floor: outside.floor },
        { budget: 6, note },
      ),
      milliseconds('MCP client → page tool → back', outside.calls),
      milliseconds('MCP echo server', outside.floor),
    ]
  } finally {
    await stage.close()
  }
}

export const subject = { name: 'calls', run }
