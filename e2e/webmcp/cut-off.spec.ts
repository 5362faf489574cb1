import { expect, startCountersign, test } from '../fixtures/countersign.ts'

const html = `<title>Cut off</title><script>
  const heard = []
  addEventListener('message', ({ data }) => data?.toolmark === 1 && heard.push(data.message))
  const say = (message) => {
    const { clientId } = heard.find(({ type }) => type === 'manifest')
    postMessage({ toolmark: 1, message: { protocol: 1, clientId, ...message } }, location.origin)
  }
  document.modelContext?.registerTool({ name: 'echo', description: 'd', execute: () => 'echo' })
</script>`

/** Runs in the page: many messages later than what was posted before. */
const takeTurns = async (): Promise<void> => {
  for (let turn = 0; turn < 50; turn++) {
    const heard = new Promise((done) => addEventListener('message', done, { once: true }))
    postMessage('turn', location.origin)
    await heard
  }
}

test('an extension that is reloaded leaves the pages it was in, and its old scripts answer no more', async ({
  pages,
}) => {
  // Of its own, since the reload takes the extension's pages with it.
  const { countersign, close } = await startCountersign(false)
  const page = await countersign.context.newPage()
  await page.goto(pages.add('/cut-off', html))
  await countersign.shareTab(page)
  await page.reload()
  const toolsHeard = () =>
    page.evaluate('heard.findLast(({ type }) => type === "manifest")?.tools.map(({ name }) => name)')
  await expect.poll(toolsHeard).toEqual(['echo'])
  const answers = () => page.evaluate('heard.filter(({ type }) => type === "result").map(({ id }) => id)')
  await page.evaluate('say({ type: "describe", id: "before", tool: "echo" })')
  await expect.poll(answers).toEqual(['before'])

  // It never answers: the page goes with the extension.
  countersign.desk.evaluate(() => chrome.runtime.reload()).catch(() => undefined)
  const isLeft = () =>
    page.evaluate(() => {
      postMessage('anything', location.origin)
      return 'modelContext' in document
    })
  await expect.poll(isLeft).toBe(false)
  await page.evaluate('say({ type: "describe", id: "after", tool: "echo" })')
  await page.evaluate(takeTurns)
  expect(await answers()).toEqual(['before'])
  await close()
})
