/* oxlint-disable unicorn/consistent-function-scoping, typescript/unbound-method -- What runs in the page stands on its own. */
import { apis, expect, ownWorld, test, type WebMcpPage } from './webmcp-page.ts'

/**
 * Takes the browser's API away and gives it back when the page asks, as an origin trial's token in the markup does. The
 * content part's world, made before the token, never gets it.
 */
const latecomer = `
  const { modelContext } = Object.getOwnPropertyDescriptors(Document.prototype)
  const { ModelContext, ToolActivatedEvent, ToolCancelEvent } = window
  const { agentInvoked, respondWith } = Object.getOwnPropertyDescriptors(SubmitEvent.prototype)
  delete Document.prototype.modelContext
  for (const name of ['ModelContext', 'ToolActivatedEvent', 'ToolCancelEvent']) delete window[name]
  for (const name of ['agentInvoked', 'respondWith']) delete SubmitEvent.prototype[name]
  window.bringNative = () => {
    Object.defineProperty(Document.prototype, 'modelContext', modelContext)
    Object.assign(window, { ModelContext, ToolActivatedEvent, ToolCancelEvent })
    Object.defineProperties(SubmitEvent.prototype, { agentInvoked, respondWith })
  }`
const withoutNative = 'delete Document.prototype.modelContext'

declare global {
  interface Window {
    bringNative(): void
    early: ModelContext
    controllers: Record<string, AbortController>
  }
}

const namesOf = ({ page }: WebMcpPage) =>
  page.evaluate(async () => (await document.modelContext.getTools()).map(({ name }) => name))

test('when the browser’s API comes late the tools move over to it, and none is lost or doubled', async ({
  open,
}) => {
  const html = `<script>
    window.early = document.modelContext
    window.controllers = { moved: new AbortController(), after: new AbortController() }
    const tool = (name) => ({
      name,
      description: 'd',
      inputSchema: { type: 'object', properties: { a: { type: 'number' } } },
      annotations: { readOnlyHint: true },
      execute: (input, { caller }) => ({ name, input, caller }),
    })
    early.registerTool(tool('moved'), { signal: controllers.moved.signal })
    early.registerTool(tool('stays'))
  </script>
  <script>bringNative()</script>
  <meta>
  <script>
    document.modelContext.registerTool(tool('after'), { signal: controllers.after.signal })
    early.registerTool(tool('through'))
  </script>`
  const opened = await open('native', { html, before: latecomer, beforeContent: withoutNative })
  const { page, expectTools, inContent } = opened
  await expectTools('moved', 'stays', 'after', 'through')
  expect(await inContent(() => 'modelContext' in document)).toBe(false)
  const isNative = await page.evaluate(() => {
    const getter = Object.getOwnPropertyDescriptor(Document.prototype, 'modelContext')?.get
    return document.modelContext !== window.early && String(getter).includes('[native code]')
  })
  expect(isNative).toBe(true)
  expect(await namesOf(opened)).toEqual(['after', 'moved', 'stays', 'through'])
  for (const name of ['moved', 'stays', 'after', 'through']) {
    const result = await inContent(({ call }, tool) => call(tool, { a: 1 }), name)
    expect(result).toEqual({ status: 'ok', data: { name, input: { a: 1 }, caller: 'mcp' } })
    expect(await inContent(({ call }, tool) => call(tool, { a: 'x' }), name)).toMatchObject({
      status: 'invalid',
    })
  }
  const throughEarly = await page.evaluate(async () => {
    const tools = await window.early.getTools()
    return [tools.length, await window.early.executeTool(tools[0] as never, {})]
  })
  expect(throughEarly).toEqual([4, '{"name":"after","input":{}}'])
  await page.evaluate(() => window.controllers['moved']?.abort())
  await expectTools('stays', 'after', 'through')
  await page.evaluate(() => window.controllers['after']?.abort())
  await expectTools('stays', 'through')
  expect(await namesOf(opened)).toEqual(['stays', 'through'])
})

test('a content script that came before the page script finds it', async ({ open, bundles }) => {
  const html = `<script>
    document.modelContext?.registerTool({ name: 'greet', description: 'd', execute: () => 'hello' })
  </script>`
  const { cdp, page, expectTools } = await open('page script', {
    html,
    hasPageScript: false,
    hasContent: false,
  })
  await cdp.send('Page.addScriptToEvaluateOnNewDocument', { source: bundles.content, worldName: ownWorld })
  await cdp.send('Page.addScriptToEvaluateOnNewDocument', { source: bundles.pageScript })
  await page.reload()
  await expectTools('greet')
})

test('what stands in place of ours and is not the browser’s gets no tools from us', async ({ open }) => {
  const html = `<script>
    document.modelContext.registerTool({ name: 'ours', description: 'd', execute: () => 1 })
    let asked = 0
    Object.defineProperty(Document.prototype, 'modelContext', {
      get: () => ({ registerTool: () => asked++, getTools: () => [] }),
      configurable: true,
    })
  </script><meta>`
  const { page, expectTools } = await open('page script', { html })
  await expectTools('ours')
  expect(await page.evaluate('asked')).toBe(0)
})

for (const api of apis) {
  test.describe(api, () => {
    test('a page that changes its address without a load keeps in step', async ({ open }) => {
      const { page, expectTools, inContent } = await open(api)
      await page.evaluate(() => {
        const controllers: AbortController[] = []
        const show = async (path: string) => {
          for (const controller of controllers.splice(0)) controller.abort()
          const controller = new AbortController()
          controllers.push(controller)
          const execute = () => location.pathname
          await document.modelContext.registerTool(
            { name: 'where', description: `The tool of ${path}`, execute },
            { signal: controller.signal },
          )
        }
        navigation.addEventListener('navigatesuccess', () => void show(location.pathname))
        void show(location.pathname)
      })
      await expectTools('where')
      for (const path of ['/one', '/two']) {
        await page.evaluate((to) => history.pushState(null, '', to), path)
        await expect
          .poll(() => inContent(({ registry }) => registry.describe('where')?.description))
          .toBe(`The tool of ${path}`)
        expect(await inContent(({ call }) => call('where', {}))).toEqual({ status: 'ok', data: path })
      }
    })

    test('a tool that never answers, and a page that answers no more, end in time', async ({ open }) => {
      const { page, expectTools, inContent } = await open(api)
      await page.evaluate(async () => {
        const tool = { description: 'd', annotations: { readOnlyHint: true } }
        const { modelContext } = document
        await modelContext.registerTool({ ...tool, name: 'never', execute: () => new Promise(() => {}) })
        await modelContext.registerTool({ ...tool, name: 'next', execute: () => 'next' })
      })
      await expectTools('never', 'next')
      const results = await inContent(({ call }) =>
        Promise.all([call('never', {}, { timeoutMs: 200 }), call('next', {})]),
      )
      expect(results).toEqual([
        expect.objectContaining({ status: 'cancelled', by: 'signal' }),
        { status: 'ok', data: 'next' },
      ])
    })
  })
}
