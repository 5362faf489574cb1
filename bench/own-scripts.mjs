// @ts-check

/** @typedef {{ page: number[], content: number[] }} ScriptTimes ms of processor time that each run of the two scripts took, compilation included */

/** In how many frames of the page there is a world of the extension. @param {import('playwright').Page} page @param {string} extensionId */
export async function countOwnWorlds(page, extensionId) {
  const session = await page.context().newCDPSession(page)
  let worlds = 0
  session.on('Runtime.executionContextCreated', ({ context }) => {
    if (context.origin.startsWith(`chrome-extension://${extensionId}`)) worlds += 1
  })
  await session.send('Runtime.enable')
  await session.detach()
  return worlds
}

/**
 * @param {import('playwright').Browser} browser @param {import('playwright').Page} page @param {() => Promise<unknown>} load
 * @returns {Promise<ScriptTimes>}
 */
export async function traceScripts(browser, page, load) {
  await browser.startTracing(page, { categories: ['devtools.timeline'] })
  for (let run = 0; run < 3; run += 1) await load()
  const { traceEvents } = JSON.parse(String(await browser.stopTracing()))
  /** @param {string} path */
  const timesOf = (path) =>
    traceEvents
      .filter(
        (/** @type {any} */ { name, args }) =>
          name === 'EvaluateScript' &&
          String(args.data?.url).startsWith('chrome-extension:') &&
          args.data.url.endsWith(path),
      )
      .map((/** @type {any} */ { dur, tdur }) => (tdur ?? dur) / 1_000)
  return { page: timesOf('/src/page/main.js'), content: timesOf('/src/content/main.js') }
}
