import { expect, test, type Era } from './link-world.ts'

for (const era of ['legacy', 'modern'] satisfies Era[]) {
  test.describe(`an MCP client of the ${era} era`, () => {
    test('pairs by a code, lists, describes, calls, waits and undoes', async ({ world }) => {
      const browser = world.openBrowser()
      const client = await world.startClient({ era, name: 'claude-code', title: 'Claude Code' })
      expect(await client.ask('list_pages')).toMatchObject({ status: 'refused', code: 'not_paired' })
      await world.pair(client, browser)
      expect(browser.link.status().sessions).toMatchObject([{ name: 'Claude Code', client: 'claude-code' }])

      const pages = await client.call('list_pages')
      expect(pages.structuredContent).toEqual({
        pages: [{ page: 'p1', title: 'Shop', origin: 'https://shop.example', active: true, rev: 1 }],
      })
      expect(pages.content).toEqual([
        { type: 'text', text: `[untrusted page content]\n${JSON.stringify(pages.structuredContent)}` },
      ])
      expect(pages['_meta']).toMatchObject({ 'countersign/untrustedContent': true })
      expect(await client.ask('list_tools', { page: 'p1' })).toMatchObject({
        tools: [{ name: 'read' }, {}, {}, {}, {}, {}],
      })
      expect(await client.ask('describe_tool', { page: 'p1', tool: 'read' })).toMatchObject({
        inputSchema: {},
      })

      const read = await client.ask('call_tool', { page: 'p1', tool: 'read', input: { a: 1 } })
      expect(read).toEqual({
        callId: expect.any(String),
        status: 'ok',
        data: { did: 'read', input: { a: 1 } },
      })

      const writing = client.ask('call_tool', { page: 'p1', tool: 'write', input: { b: 2 } })
      await expect.poll(() => browser.held().length).toBe(1)
      browser.approve(browser.held()[0]?.confirmId ?? '')
      const written = await writing
      expect(written).toMatchObject({ status: 'ok', data: { did: 'write' } })
      expect(await client.ask('undo_call', { call_id: written['callId'] })).toMatchObject({
        status: 'ok',
        data: { undone: written['callId'] },
      })
      await expect.poll(() => browser.memory.acknowledged.size).toBe(3)
    })
  })
}
