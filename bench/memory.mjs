// @ts-check
import { bytes, count } from './figure.mjs'
import { countRemains } from './remains.mjs'
import { openStage, until } from './stage.mjs'

/** What sharing a tab costs in memory, and that calls and navigations leave nothing behind. */

const calls = 1_000
const navigations = 100

/** Some of what is kept is kept on purpose: the last answered ids, names of tools that went. */
const budgetBytes = 512 * 1_024

const body = `<!doctype html><title>Noop</title><form aria-label="Order"><label>Name <input name="name"></label><button>Send</button></form><script>
  document.modelContext?.registerTool({
    name: 'noop', description: 'Does nothing.', inputSchema: { type: 'object', properties: { text: { type: 'string' } } },
    annotations: { readOnlyHint: true }, execute: async (input) => input,
  })
</script>`

/** @param {import('./stage.mjs').Stage} stage @param {string} handle @param {number} many */
async function callOften({ agents: [agent] }, handle, many) {
  if (!agent) throw new Error('No agent')
  for (let at = 0; at < many; at += 1) {
    const answer = await agent.callTool(handle, 'noop', { text: `call ${at}` })
    if (answer.status !== 'ok') throw new Error(JSON.stringify(answer))
  }
}

/** @param {import('./stage.mjs').Stage} stage @param {{ page: import('playwright').Page, handle: string }} shared @param {number} many */
async function navigateOften(stage, { page, handle }, many) {
  const url = page.url().split('#')[0]?.split('?')[0] ?? ''
  for (let at = 0; at < many; at += 1) await page.goto(`${url}?at=${at}`)
  await until(async () => (await stage.agents[0]?.listPages())?.pages?.[0]?.tools?.length >= 3)
  // Each time the page is looked at after as much has happened in it.
  await callOften(stage, handle, 1)
}

/**
 * Lets the browser forget the documents that it keeps for Back, some of which were left before the content script came,
 * and what is done soon after a call be done. @param {import('playwright').Page} page
 */
async function settle(page) {
  const session = await page.context().newCDPSession(page)
  await session.send('Network.clearBrowserCache')
  await session.detach()
  await new Promise((resolve) => setTimeout(resolve, 3_000))
}

/** @param {import('./remains.mjs').Remains} before @param {import('./remains.mjs').Remains} after @param {string} what */
function compare(before, after, what) {
  const kinds = /** @type {const} */ (['listeners', 'observers', 'timers', 'documents'])
  return [
    bytes(`heap that ${what} left`, Math.max(0, after.heapBytes - before.heapBytes), {
      budget: budgetBytes,
      note: 'after collection',
    }),
    ...kinds.map((kind) =>
      count(`${kind} that ${what} left`, Math.max(0, after[kind] - before[kind]), { budget: 0 }),
    ),
  ]
}

/** @param {import('./run.mjs').World} world */
async function run(world) {
  const stage = await openStage(world, { agents: 1 })
  try {
    const { countersign } = stage
    const page = await stage.open(stage.pages.add('/remains', body))
    const inPage = async () => {
      await settle(page)
      return countRemains(countersign.browser, page.url())
    }
    const inWorker = () =>
      countRemains(countersign.browser, `chrome-extension://${countersign.extensionId}/service-worker`)
    const isPrivate = await inPage()
    await stage.share(page)
    const handle = await stage.handle('noop')
    const first = stage.agents[0]?.callTool(handle, 'noop', { text: 'first' })
    await stage.approve()
    await first
    await callOften(stage, handle, 50)
    const isShared = await inPage()
    const worker = await inWorker()
    await callOften(stage, handle, calls)
    const called = await inPage()
    const workerCalled = await inWorker()
    await navigateOften(stage, { page, handle }, 10)
    const fresh = await inPage()
    const workerFresh = await inWorker()
    await navigateOften(stage, { page, handle }, navigations)
    const navigated = await inPage()
    const workerNavigated = await inWorker()
    return [
      bytes('heap of a tab, private', isPrivate.heapBytes),
      bytes('heap that sharing adds to a tab', isShared.heapBytes - isPrivate.heapBytes, {
        note: 'after 50 calls',
      }),
      count('listeners that sharing adds to a tab', isShared.listeners - isPrivate.listeners),
      count('observers that sharing adds to a tab', isShared.observers - isPrivate.observers),
      bytes('heap of the worker', worker.heapBytes),
      ...compare(isShared, called, '1,000 calls in the page'),
      ...compare(worker, workerCalled, '1,000 calls in the worker'),
      ...compare(fresh, navigated, '100 navigations in the page'),
      ...compare(workerFresh, workerNavigated, '100 navigations in the worker'),
    ]
  } finally {
    await stage.close()
  }
}

export const subject = { name: 'memory', run }
