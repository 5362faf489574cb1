import { apis, expect, test } from './webmcp-page.ts'

for (const api of apis) {
  test.describe(api, () => {
    test('a tool that the page registers is listed, validated and run', async ({ open }) => {
      const { page, expectTools, listTools, inContent } = await open(api)
      await page.evaluate(() =>
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
    })
  })
}
