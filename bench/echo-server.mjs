// @ts-check
import { Server } from '@modelcontextprotocol/server'
import { serveStdio } from '@modelcontextprotocol/server/stdio'

/** The floor of a call: an MCP server on the same SDK that gives back what it was given, or a text of the asked length. */
serveStdio(() => {
  const server = new Server({ name: 'echo', version: '1.0.0' }, { capabilities: { tools: {} } })
  server.setRequestHandler('tools/list', () => ({
    tools: [{ name: 'echo', inputSchema: { type: 'object' } }],
  }))
  server.setRequestHandler('tools/call', ({ params }) => {
    const { length } = params.arguments ?? {}
    const given = typeof length === 'number' ? { text: 'x'.repeat(length) } : (params.arguments ?? {})
    return { content: [{ type: 'text', text: JSON.stringify(given) }], structuredContent: given }
  })
  return server
})
