/* oxlint-disable unicorn/consistent-function-scoping, typescript/unbound-method, unicorn/no-thenable, unicorn/prefer-add-event-listener -- What runs in the page stands on its own, and means to be odd. */
import type { Page } from '@playwright/test'
import { apis, expect, registerWaiting, test } from './webmcp-page.ts'

const register = (page: Page, run: () => unknown): Promise<unknown> => page.evaluate(run)

for (const api of apis) {
  test.describe(api, () => {
    test('a tool that the page registers is listed, validated and run', async ({ open }) => {
      const { page, expectTools, listTools, inContent } = await open(api)
      await register(page, () =>
        document.modelContext.registerTool({
          name: 'add',
          title: 'Add',
          description: 'Adds two numbers',
          inputSchema: {
            type: 'object',
            properties: { a: { type: 'number' }, b: { type: 'number' } },
            required: ['a', 'b'],
          },
          annotations: { readOnlyHint: true },
          execute: ({ a, b }: { a: number; b: number }) => ({ sum: a + b }),
        }),
      )
      await expectTools('add')
      const [tool] = await listTools()
      expect(tool).toMatchObject({
        name: 'add',
        title: 'Add',
        description: 'Adds two numbers',
        hints: { readOnly: true, untrustedContent: true },
        kind: 'page',
        params: 'a: number, b: number',
      })
      expect(await inContent(({ call }) => call('add', { a: 2, b: 3 }))).toEqual({
        status: 'ok',
        data: { sum: 5 },
      })
      expect(await inContent(({ call }) => call('add', { a: 2 }))).toMatchObject({ status: 'invalid' })
      expect(await inContent(({ navigations }) => navigations)).toEqual([])
    })

    test('silence about effects counts as consequential, and more than one word at its worse', async ({
      open,
    }) => {
      const { page, expectTools, listTools, inContent } = await open(api)
      await register(page, async () => {
        const tool = { description: 'd', execute: () => 'done' }
        const { modelContext } = document
        await modelContext.registerTool({ ...tool, name: 'silent' })
        await modelContext.registerTool({ ...tool, name: 'reads', annotations: { readOnlyHint: true } })
        await modelContext.registerTool({ ...tool, name: 'destroys', annotations: { destructiveHint: true } })
        await modelContext.registerTool({
          ...tool,
          name: 'both',
          annotations: { readOnlyHint: true, consequentialHint: true },
        })
      })
      await expectTools('silent', 'reads', 'destroys', 'both')
      const hints = Object.fromEntries((await listTools()).map((tool) => [tool.name, tool.hints]))
      expect(hints).toEqual({
        silent: { consequential: true, untrustedContent: true },
        reads: { readOnly: true, untrustedContent: true },
        destroys: { consequential: true, destructive: true, untrustedContent: true },
        both: { consequential: true, untrustedContent: true },
      })
      await inContent(({ call }) => call('reads', {}))
      expect(await inContent(({ navigations }) => navigations.length)).toBe(0)
      await inContent(({ call }) => call('silent', {}))
      expect(await inContent(({ navigations }) => navigations.length)).toBe(1)
    })

    test('what a tool answers is unwrapped, and what it throws stays in the history', async ({ open }) => {
      const { page, expectTools, inContent } = await open(api)
      const names = await page.evaluate(async () => {
        const content = (text: string, isError?: boolean) => ({ content: [{ type: 'text', text }], isError })
        const answers: Record<string, () => unknown> = {
          text: () => 'plain',
          json: () => '{"a":1}',
          number: () => 5,
          wrapped: () => content('hello'),
          wrappedJson: () => content('[1,2]'),
          failed: () => content('It broke', true),
          invalid: () => content('Error [invalid_input]: No such day', true),
          errorText: () => 'Error: nothing there',
          throws: () => {
            throw new Error('secret detail')
          },
          rejects: () => Promise.reject(new Error('secret detail')),
          aborts: () => Promise.reject(new DOMException('stopped', 'AbortError')),
        }
        for (const [name, execute] of Object.entries(answers)) {
          await document.modelContext.registerTool({ name, description: 'd', execute })
        }
        return Object.keys(answers)
      })
      await expectTools(...names)
      const results: Record<string, unknown> = {}
      for (const name of names) results[name] = await inContent(({ call }, tool) => call(tool, {}), name)
      expect(results).toEqual({
        text: { status: 'ok', data: 'plain' },
        json: { status: 'ok', data: { a: 1 } },
        number: { status: 'ok', data: '5' },
        wrapped: { status: 'ok', data: 'hello' },
        wrappedJson: { status: 'ok', data: [1, 2] },
        failed: { status: 'error', message: 'It broke' },
        invalid: { status: 'invalid', issues: [{ path: '', message: 'No such day' }] },
        errorText: { status: 'error', message: 'nothing there' },
        throws: { status: 'error', message: 'Tool failed' },
        rejects: { status: 'error', message: 'Tool failed' },
        aborts: { status: 'cancelled', by: 'signal' },
      })
      const records = await inContent(({ updates }) =>
        updates.flatMap((update) => (update.state === 'settled' ? [update.record.errorText ?? null] : [])),
      )
      expect(records.filter((text) => text?.includes('secret detail'))).toHaveLength(2)
    })

    test('the extras of a call reach the tool: who calls, a question, a file, an undo', async ({ open }) => {
      const { page, expectTools, inContent } = await open(api)
      await register(page, async () => {
        let saved = 'old'
        const { modelContext } = document
        await modelContext.registerTool({
          name: 'save',
          description: 'Saves',
          inputSchema: { type: 'object', properties: { value: { type: 'string' } }, required: ['value'] },
          summary: ({ value }: { value: string }) => `Save ${value} instead of ${saved}`,
          execute: async ({ value }: { value: string }, { caller, callId, confirm, registerUndo, files }) => {
            const change = { path: 'value', before: saved, after: value }
            const asked = await confirm?.({ summary: 'Really?', changes: [change] })
            const noFile = await files?.resolve({ ref: 'nothing' }).catch((error: Error) => error.name)
            const before = saved
            saved = value
            registerUndo?.(() => {
              saved = before
              return { restored: before }
            })
            return { caller, hasId: callId?.length === 36, asked, noFile, saved }
          },
        })
        await modelContext.registerTool({
          name: 'read',
          description: 'Reads',
          annotations: { readOnlyHint: true },
          execute: () => saved,
        })
      })
      await expectTools('save', 'read')
      const callId = await inContent(({ createRandomId }) => createRandomId())
      await inContent(
        ({ call }, id) => call('save', { value: 'new' }, { callId: id, decision: 'hold' }),
        callId,
      )
      const held = await inContent(({ registry }, id) => registry.state(id), callId)
      expect(held).toMatchObject({ state: 'held', card: { summary: 'Save new instead of old' } })

      const asking = inContent(async ({ registry, settled, createRandomId }, id) => {
        const decide = async (state: 'held' | 'asking') => {
          const now = registry.state(id)
          if (now?.state !== state) throw new Error(`${state} expected`)
          const { confirmId, digest } = now
          await registry.decide(id, { kind: 'approve', decisionId: createRandomId(), confirmId, digest })
        }
        registry.on('update', (update) => {
          if (update.state === 'asking') queueMicrotask(() => void decide('asking'))
        })
        await decide('held')
        return settled(id)
      }, callId)
      expect(await asking).toEqual({
        status: 'ok',
        data: {
          caller: 'human',
          hasId: true,
          asked: { approved: true },
          noFile: 'NotFoundError',
          saved: 'new',
        },
      })
      expect(await inContent(({ call }) => call('read', {}))).toEqual({ status: 'ok', data: 'new' })

      const undone = await inContent(({ undo }, id) => undo(id), callId)
      expect(undone).toEqual({ status: 'ok', data: { restored: 'old' } })
      expect(await inContent(({ call }) => call('read', {}))).toEqual({ status: 'ok', data: 'old' })
    })

    test('sensitive paths of the page are redacted in the card', async ({ open }) => {
      const { page, expectTools, inContent, listTools } = await open(api)
      await register(page, async () => {
        const inputSchema = {
          type: 'object',
          properties: { code: { type: 'string' }, to: { type: 'string' } },
        }
        const execute = () => 'sent'
        const { modelContext } = document
        await modelContext.registerTool({
          name: 'list',
          description: 'd',
          inputSchema,
          execute,
          sensitivePaths: ['code'],
        })
        await modelContext.registerTool({
          name: 'function',
          description: 'd',
          inputSchema,
          execute,
          sensitivePaths: () => ['code'],
        })
      })
      await expectTools('list', 'function')
      expect((await listTools()).map(({ hasPageSensitivePaths }) => hasPageSensitivePaths)).toEqual([
        true,
        true,
      ])
      for (const name of ['list', 'function']) {
        const card = await inContent(async ({ call, registry, createRandomId }, tool) => {
          const callId = createRandomId()
          await call(tool, { code: '1234', to: 'Ada' }, { callId, decision: 'hold' })
          const state = registry.state(callId)
          return state?.state === 'held' ? state.card : undefined
        }, name)
        expect(card?.input).toEqual({ code: '[redacted]', to: 'Ada' })
      }
    })

    test('a call that is cancelled aborts the signal of the tool', async ({ open }) => {
      const { page, expectTools, inContent } = await open(api)
      await page.evaluate(registerWaiting)
      await expectTools('wait')
      const callId = await inContent(({ createRandomId }) => createRandomId())
      const result = inContent(({ call }, id) => call('wait', {}, { callId: id }), callId)
      await expect(page).toHaveTitle('waiting')
      await inContent(({ registry }, id) => registry.cancel(id, 'signal'), callId)
      expect(await result).toMatchObject({ status: 'cancelled', by: 'signal' })
      await expect(page).toHaveTitle('aborted')
    })

    test('a content script that starts after the page finds the tools', async ({ open }) => {
      const { page, expectTools, inContent, injectContent } = await open(api, { hasContent: false })
      await register(page, () =>
        document.modelContext.registerTool({ name: 'early', description: 'd', execute: () => 'done' }),
      )
      await injectContent()
      await expectTools('early')
      expect(await inContent(({ call }) => call('early', {}))).toEqual({ status: 'ok', data: 'done' })
    })
  })
}

test('without the page script a tab that was open before is served by the browser alone', async ({
  open,
}) => {
  const { page, expectTools, inContent, injectContent } = await open('native', {
    hasPageScript: false,
    hasContent: false,
  })
  await register(page, async () => {
    const execute = (input: unknown) => ({ input })
    await document.modelContext.registerTool({ name: 'echo', description: 'd', execute })
  })
  await injectContent()
  await expectTools('echo')
  const result = await inContent(({ call }) => call('echo', { a: 1 }))
  expect(result).toEqual({ status: 'ok', data: { input: { a: 1 } } })
})
