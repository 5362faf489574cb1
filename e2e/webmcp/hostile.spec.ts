/* oxlint-disable unicorn/consistent-function-scoping, typescript/unbound-method, unicorn/no-thenable, unicorn/prefer-add-event-listener -- What runs in the page stands on its own, and means to be odd. */
import { apis, expect, test, type WebMcpPage } from './webmcp-page.ts'

/** The content script is alive and answers about a tool of its own choice within a second. */
async function expectAlive({ page, inContent }: WebMcpPage, name: string): Promise<void> {
  await page.evaluate(
    (tool) =>
      document.modelContext.registerTool({
        name: tool,
        description: 'd',
        annotations: { readOnlyHint: true },
        execute: () => 'alive',
      }),
    name,
  )
  await expect.poll(() => inContent(({ registry }, tool) => registry.describe(tool)?.name, name)).toBe(name)
  expect(await inContent(({ call }, tool) => call(tool, {}), name)).toEqual({ status: 'ok', data: 'alive' })
}

/** Replaces what pages and page script share, then registers a tool. */
const patching = `<script>
  const { defineProperty } = Reflect
  const broken = () => { throw new Error('patched') }
  const patch = (holder, ...keys) => {
    for (const key of keys) defineProperty(holder, key, { value: broken, configurable: true, writable: true })
  }
  patch(Map.prototype, 'get', 'set', 'has')
  patch(JSON, 'parse', 'stringify')
  patch(RegExp.prototype, 'exec', 'test')
  patch(String.prototype, 'slice', 'toString')
  patch(Function.prototype, 'call', 'bind', 'apply', 'toString')
  patch(EventTarget.prototype, 'addEventListener', 'dispatchEvent')
  patch(MessagePort.prototype, 'postMessage', 'start')
  patch(Event.prototype, 'stopImmediatePropagation', 'preventDefault')
  patch(Object, 'keys', 'entries', 'assign', 'defineProperty')
  defineProperty(Array.prototype, '0', { set: broken, configurable: true })
  defineProperty(Object.prototype, 'signal', { value: undefined, writable: true, configurable: true })
  patch(Array.prototype, 'sort', 'filter', 'find', 'forEach', 'indexOf', 'join', 'slice', 'push', Symbol.iterator)
  document.modelContext.registerTool({
    name: 'patched',
    description: 'd',
    annotations: { readOnlyHint: true },
    summary: () => 'Run it',
    execute: ({ a }, { caller }) => ({ a, caller }),
  })
</script>`

for (const api of apis) {
  test.describe(api, () => {
    test('a page that patched the prototypes still has its tools', async ({ open }) => {
      const { inContent, expectTools } = await open(api, { html: patching })
      await expectTools('patched')
      const callId = await inContent(({ createRandomId }) => createRandomId())
      await inContent(({ call }, id) => call('patched', { a: 1 }, { callId: id, decision: 'hold' }), callId)
      const state = await inContent(({ registry }, id) => registry.state(id), callId)
      expect(state).toMatchObject({ state: 'held', card: { summary: 'Run it', redacted: [] } })
      const result = await inContent(({ call }) => call('patched', { a: 1 }))
      expect(result).toEqual({ status: 'ok', data: { a: 1, caller: 'mcp' } })
    })

    test('a result of any size comes back as text, cut', async ({ open }) => {
      const opened = await open(api)
      await opened.page.evaluate(() =>
        document.modelContext.registerTool({
          name: 'large',
          description: 'd',
          annotations: { readOnlyHint: true },
          execute: () => 'x'.repeat(20_000_000),
        }),
      )
      await opened.expectTools('large')
      const length = await opened.inContent(async ({ call }) => {
        const result = await call('large', {})
        return result.status === 'ok' ? String(result.data).length : result
      })
      expect(length).toBe(4_194_304)
      await expectAlive(opened, 'small')
    })

    test('a page that plays page script, or content script, gains nothing and breaks nothing', async ({
      open,
    }) => {
      const opened = await open(api, { hasContent: false })
      await opened.page.evaluate(() => {
        const ports: MessagePort[] = []
        for (let index = 0; index < 50; index++) {
          const { port1, port2 } = new MessageChannel()
          dispatchEvent(new MessageEvent('countersign-2', { ports: [port2, new MessageChannel().port1] }))
          for (const message of [
            null,
            5,
            { type: 'call' },
            { type: '__proto__' },
            { type: 'undo', id: 1, token: 9 },
          ]) {
            port1.postMessage(message)
          }
          ports.push(port1)
        }
      })
      await opened.injectContent()
      await expectAlive(opened, 'untouched')
    })
  })
}

test('what an impostor of the page script sends is dropped unless it is of the agreed form', async ({
  open,
}) => {
  const { page, inContent, injectContent, expectTools } = await open('page script', {
    hasPageScript: false,
    hasContent: false,
  })
  await page.evaluate(() => {
    addEventListener('countersign-2', (event) => {
      event.preventDefault()
      const port = (event as MessageEvent).ports[0] as MessagePort
      port.onmessage = ({ data }: MessageEvent<{ type: string; id: number }>) => {
        const tool = { title: '', description: 'd', schema: '', isDestructive: false, hasSummary: false }
        if (data.type === 'list') {
          port.postMessage({ type: 'listed', id: data.id, tools: 'many' })
          port.postMessage({ type: 'listed', id: data.id + 1, tools: [{ ...tool, name: 'early' }] })
          port.postMessage({ type: 'listed', id: data.id, tools: [{ ...tool, name: 'false' }] })
        }
        if (data.type === 'call') {
          port.postMessage({ type: 'confirm', id: data.id, ask: 1, request: { summary: 5 } })
          port.postMessage({ type: 'settled', id: data.id + 7, text: 'of another call' })
          port.postMessage({ type: 'settled', id: data.id, text: { not: 'text' } })
          port.postMessage({ type: 'settled', id: data.id, text: 'answered' })
          port.postMessage({ type: 'settled', id: data.id, text: 'answered twice' })
        }
      }
      port.start()
    })
  })
  await injectContent()
  await expectTools('false')
  expect(await inContent(({ call }) => call('false', {}))).toEqual({ status: 'ok', data: 'answered' })
})
