// @ts-check
import { Client } from '@modelcontextprotocol/client'
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio'
import { fileURLToPath } from 'node:url'

/** The bare echo server with a client of its own. */
export async function startEcho() {
  const client = new Client({ name: 'bench', version: '1.0.0' })
  const server = fileURLToPath(new URL('echo-server.mjs', import.meta.url))
  await client.connect(new StdioClientTransport({ command: process.execPath, args: [server] }))
  return {
    /** @param {Record<string, unknown>} input */
    call: (input) => client.callTool({ name: 'echo', arguments: input }),
    close: () => client.close(),
  }
}

/** @param {() => Promise<unknown>} act @returns {Promise<number>} ms */
export async function timeOf(act) {
  const startedAt = performance.now()
  await act()
  return performance.now() - startedAt
}
