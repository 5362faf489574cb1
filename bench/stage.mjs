// @ts-check
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { findPairingCode, startAgent } from '../scripts/agent.mjs'
import { findFreePorts } from '../scripts/free-ports.mjs'
import { launchCountersign } from '../scripts/launch.mjs'
import { servePages } from '../scripts/page-server.mjs'
import { pressInCard, shareTab, typePairingCode } from '../scripts/popup.mjs'
import { root } from '../scripts/prepare.mjs'

/**
 * A browser with the built extension, a server of pages, and agents that are paired: what a subject acts on. Whatever it
 * starts ends with it.
 * @typedef {Awaited<ReturnType<typeof openStage>>} Stage
 * @typedef {import('playwright').Page} Page
 */

/** @param {import('./run.mjs').World} world @param {{ hasWebMcp?: boolean, agents?: number }} [options] */
export async function openStage(world, { hasWebMcp = true, agents: agentCount = 0 } = {}) {
  /** @type {(() => unknown)[]} the last first */
  const ends = []
  const close = async () => {
    for (const end of ends.splice(0)) await end()
  }
  try {
    const pages = await servePages(join(root, 'e2e', 'pages'))
    ends.unshift(() => pages.close())
    const linkPorts = await findFreePorts(3)
    const { browserPath, extensionPath } = world
    const countersign = await launchCountersign({
      browserPath,
      extensionPath,
      isHeadless: true,
      hasWebMcp,
      linkPorts,
    })
    ends.unshift(() => countersign.close())
    const extension = await openExtensionPages(countersign)
    const self = {
      pages,
      countersign,
      ...extension,
      /** @type {import('../scripts/agent.mjs').Agent[]} */
      agents: [],
      close,
      /** @param {string} url */
      async open(url) {
        const page = await countersign.context.newPage()
        await page.goto(url)
        return page
      },
      /** In the real popup. @param {Page} page */
      async share(page) {
        await page.bringToFront()
        const popup = await countersign.openPopup()
        await shareTab(popup)
        await popup.close()
      },
      /**
       * The handle of the page in front, once the first agent sees it with a tool of that name, or ending.
       * @param {string} tool @returns {Promise<string>}
       */
      async handle(tool) {
        /** @type {any} */
        let page
        await until(async () => {
          const { pages: seen } = await firstOf(self.agents).listPages()
          page = seen?.find((/** @type {any} */ { active }) => active)
          return page?.tools?.some((/** @type {any} */ { name }) => name.endsWith(tool)) === true
        })
        return page.page
      },
      /** In the real popup. @param {string | RegExp} [text] */
      approve: async (text) => pressInCard(await countersign.openPopup(), 'Approve', text),
    }
    // One for all: only agents of one user meet at one hub.
    const home = await mkdtemp(join(tmpdir(), 'countersign-bench-'))
    ends.unshift(() => rm(home, { recursive: true, force: true }))
    for (let at = 0; at < agentCount; at += 1) {
      const name = `Agent ${at + 1}`
      const agent = await startPaired(countersign, { ...world, linkPorts, home, name, ends })
      self.agents.push(agent)
    }
    return self
  } catch (error) {
    await close()
    throw error
  }
}

/**
 * @param {import('../scripts/launch.mjs').CountersignBrowser} countersign
 * @param {{ companionPath: string, linkPorts: number[], home: string, name: string, ends: (() => unknown)[] }} options
 */
async function startPaired(countersign, { companionPath, linkPorts, home, name, ends }) {
  const agent = await startAgent({ name, companionPath, home, linkPorts })
  ends.unshift(() => agent.close())
  const code = findPairingCode(await agent.listPages())
  if (!code) throw new Error('The companion did not ask to be paired')
  const popup = await countersign.openPopup()
  await typePairingCode(popup, code)
  await until(async () => (await agent.listPages()).code !== 'not_paired')
  await popup.close()
  return agent
}

/** @param {import('../scripts/launch.mjs').CountersignBrowser} countersign */
async function openExtensionPages({ context, extensionId }) {
  const root = `chrome-extension://${extensionId}`
  const panel = await context.newPage()
  // The worker takes the word of the extension's own pages only; this one is the side panel's, in a tab.
  await panel.goto(`${root}/src/side-panel/index.html`)
  const [worker] = context.serviceWorkers().filter((candidate) => candidate.url().startsWith(root))
  return {
    panel,
    worker: worker ?? (await context.waitForEvent('serviceworker')),
    /** What the buttons of popup and side panel send. @param {string} name @param {unknown} input @returns {Promise<any>} */
    tellWorker: (name, input) =>
      panel.evaluate(
        async (message) => {
          const reply = await chrome.runtime.sendMessage({ to: 'background', ...message })
          if (!reply?.ok) throw new Error(reply?.message ?? `No answer to ${message.name}`)
          return reply.value
        },
        { name, input },
      ),
    /** No two tabs of a subject share an address. @param {Page} page @returns {Promise<number>} */
    tabId: (page) =>
      panel.evaluate(async (url) => {
        const [tab] = (await chrome.tabs.query({})).filter((candidate) => candidate.url === url)
        if (tab?.id === undefined) throw new Error(`No tab shows ${url}`)
        return tab.id
      }, page.url()),
  }
}

/** @template T @param {readonly T[]} list @returns {T} */
export function firstOf([first]) {
  if (first === undefined) throw new Error('There is none')
  return first
}

/** Reads how long the page's main thread was busy so far, in milliseconds. @param {Page} page */
export async function startBusyMeter(page) {
  const session = await page.context().newCDPSession(page)
  await session.send('Performance.enable')
  return async () => {
    const { metrics } = await session.send('Performance.getMetrics')
    return (metrics.find(({ name }) => name === 'TaskDuration')?.value ?? Number.NaN) * 1_000
  }
}

/** @param {() => Promise<boolean> | boolean} isTrue @param {number} [timeoutMs] */
export async function until(isTrue, timeoutMs = 60_000) {
  const giveUpAt = Date.now() + timeoutMs
  while (!(await isTrue())) {
    if (Date.now() > giveUpAt) throw new Error('Waited in vain')
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
}
