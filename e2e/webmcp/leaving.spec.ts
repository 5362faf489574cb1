/* oxlint-disable unicorn/consistent-function-scoping, typescript/unbound-method -- What runs in the page stands on its own. */
import { apis, expect, registerWaiting, test, type WebMcpPage } from './webmcp-page.ts'

// What is left of the extension in a page that is no longer shared.

/** Everything of the page's world that the page script may have touched. */
const lookAround = ({ page }: Pick<WebMcpPage, 'page'>) =>
  page.evaluate(() => {
    const describe = (holder: object, key: string) => {
      const descriptor = Object.getOwnPropertyDescriptor(holder, key)
      const held: unknown = descriptor?.get ?? descriptor?.value
      return typeof held === 'function' ? Function.prototype.toString.call(held) : typeof held
    }
    const { ModelContext } = globalThis as { ModelContext?: { prototype: object } }
    return {
      globals: Object.getOwnPropertyNames(window).sort(),
      document: Object.getOwnPropertyNames(Document.prototype).sort(),
      event: Object.getOwnPropertyNames(SubmitEvent.prototype).sort(),
      methods: ModelContext ? Object.getOwnPropertyNames(ModelContext.prototype).sort() : [],
      accessor: describe(Document.prototype, 'modelContext'),
      register: ModelContext ? describe(ModelContext.prototype, 'registerTool') : '',
    }
  })

const registerEcho = () =>
  document.modelContext.registerTool({
    name: 'echo',
    description: 'Gives back',
    annotations: { readOnlyHint: true },
    execute: (input: unknown) => ({ input }),
  })

for (const api of apis) {
  test.describe(api, () => {
    test('when sharing stops the page is as if the extension had never been there', async ({ open }) => {
      const untouched = await lookAround(await open(api, { hasPageScript: false, hasContent: false }))
      const shared = await open(api)
      expect(await lookAround(shared)).not.toEqual(untouched)
      await shared.page.evaluate(registerEcho)
      await shared.expectTools('echo')
      await shared.inContent(({ end }) => end())
      expect(await lookAround(shared)).toEqual(untouched)
      const answered = await shared.page.evaluate(() => {
        const ports = [new MessageChannel().port1, new MessageChannel().port1]
        return !dispatchEvent(new MessageEvent('countersign-2', { ports, cancelable: true }))
      })
      expect(answered).toBe(false)
    })

    test('a page script that comes twice to one window is there once, and leaves nothing either', async ({
      open,
      bundles,
    }) => {
      const untouched = await lookAround(await open(api, { hasPageScript: false, hasContent: false }))
      const shared = await open(api, { before: bundles.pageScript })
      await shared.page.evaluate(registerEcho)
      await shared.expectTools('echo')
      await shared.inContent(({ end }) => end())
      expect(await lookAround(shared)).toEqual(untouched)
    })

    test('what runs when sharing stops is told to stop', async ({ open }) => {
      const { page, inContent, expectTools } = await open(api)
      await page.evaluate(registerWaiting)
      await expectTools('wait')
      await inContent(({ call }) => void call('wait', {}))
      await expect(page).toHaveTitle('waiting')
      await inContent(({ end }) => end())
      await expect(page).toHaveTitle('aborted')
    })

    test('who kept the object goes on with it, alone', async ({ open }) => {
      const { page, inContent, expectTools } = await open(api)
      await page.evaluate(registerEcho)
      await page.evaluate(() => Object.assign(window, { kept: document.modelContext }))
      await expectTools('echo')
      await inContent(({ end }) => end())
      const used = await page.evaluate(async () => {
        const { kept } = window as unknown as { kept: ModelContext }
        let changes = 0
        kept.addEventListener('toolchange', () => changes++)
        const controller = new AbortController()
        await kept.registerTool(
          { name: 'late', description: 'd', execute: () => 'late' },
          { signal: controller.signal },
        )
        const tools = await kept.getTools()
        const [echo, late] = tools
        const results = [
          await kept.executeTool(echo as never, { a: 1 }),
          await kept.executeTool(late as never, {}),
        ]
        controller.abort()
        return {
          names: tools.map(({ name }) => name),
          results,
          left: (await kept.getTools()).length,
          hasChanged: changes > 0,
        }
      })
      expect(used).toEqual({
        names: ['echo', 'late'],
        results: ['{"input":{"a":1}}', 'late'],
        left: 1,
        hasChanged: true,
      })
    })

    test('what the page put in place of ours stays', async ({ open }) => {
      const { page, inContent, expectTools } = await open(api)
      await page.evaluate(registerEcho)
      await expectTools('echo')
      await page.evaluate(() => {
        Object.defineProperty(Document.prototype, 'modelContext', {
          get: () => 'mine',
          configurable: true,
        })
        Object.defineProperty(SubmitEvent.prototype, 'respondWith', { value: 'mine', configurable: true })
      })
      await inContent(({ end }) => end())
      expect(
        await page.evaluate(() => [
          document.modelContext as unknown,
          (SubmitEvent.prototype as unknown as { respondWith: unknown }).respondWith,
        ]),
      ).toEqual(['mine', 'mine'])
    })

    test('an older extension’s content script that ends takes nothing from the newer one', async ({
      open,
    }) => {
      const older = await open(api)
      await older.page.evaluate(registerEcho)
      await older.expectTools('echo')
      const newer = older.inWorld('countersign-newer')
      await newer.injectContent()
      await newer.expectTools('echo')
      expect(await older.inContent(({ call }) => call('echo', {}))).toMatchObject({ status: 'ok' })
      await older.inContent(({ end }) => end())
      expect(await newer.inContent(({ call }) => call('echo', { a: 1 }))).toEqual({
        status: 'ok',
        data: { input: { a: 1 } },
      })
      expect(await older.listTools()).toEqual([])
      await newer.inContent(({ end }) => end())
      expect(await newer.listTools()).toEqual([])
    })
  })
}
