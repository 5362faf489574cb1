import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { test as base, expect } from '@playwright/test'
import { Client, type CallToolResult } from '@modelcontextprotocol/client'
import { getDefaultEnvironment, StdioClientTransport } from '@modelcontextprotocol/client/stdio'
import { findFreePorts } from '../../scripts/free-ports.mjs'
import { openBrowserModel, type BrowserModel, type ModelOptions } from './page-model.ts'

export const companionPath = resolve(process.env.COUNTERSIGN_COMPANION ?? 'dist-companion/countersign.js')

export type Era = 'legacy' | 'modern'
export type ClientOptions = {
  name?: string
  title?: string
  era?: Era
  folder?: string
  home?: string
  /** How long its companion holds an answer back for the person; 45 s where absent. */
  holdMs?: number
}

/** An MCP client of the official SDK with its own companion process. */
export type McpClient = {
  client: Client
  pid: number
  stderr(): string
  call(
    tool: string,
    input?: Record<string, unknown>,
    options?: Parameters<Client['callTool']>[1],
  ): Promise<CallToolResult>
  /** The structured content of a call. */
  ask(tool: string, input?: Record<string, unknown>): Promise<Record<string, unknown>>
  close(): Promise<void>
}

export type LinkWorld = {
  home: string
  ports: number[]
  env: Record<string, string>
  startClient(options?: ClientOptions): Promise<McpClient>
  openBrowser(options?: Partial<ModelOptions>): BrowserModel
  /** Lets the client show its code and types it in the browser. */
  pair(client: McpClient, browser: BrowserModel): Promise<void>
}

export const codePattern = /[0-9A-HJKMNP-TV-Z]{4}-[0-9A-HJKMNP-TV-Z]{4}/

export const test = base.extend<{ world: LinkWorld }>({
  // oxlint-disable-next-line no-empty-pattern -- Playwright reads from the pattern what the fixture needs
  world: async ({}, use) => {
    const home = await mkdtemp(join(tmpdir(), 'countersign-link-'))
    const ports = await findFreePorts(3)
    const env = {
      ...getDefaultEnvironment(),
      COUNTERSIGN_HOME: home,
      COUNTERSIGN_PORTS: ports.join(','),
    }
    const clients: McpClient[] = []
    const browsers: BrowserModel[] = []
    await use({
      home,
      ports,
      env,
      async startClient(options = {}) {
        const client = await startClient(options, env)
        clients.push(client)
        return client
      },
      openBrowser(options = {}) {
        const browser = openBrowserModel({ ports, ...options })
        browsers.push(browser)
        return browser
      },
      async pair(client, browser) {
        const answer = await client.ask('list_pages')
        const code = codePattern.exec(JSON.stringify(answer))?.[0] ?? ''
        expect(await browser.link.pair(code)).toMatchObject({ paired: {} })
      },
    })
    for (const browser of browsers) browser.kill()
    await Promise.all(clients.map((client) => client.close()))
    await rm(home, { recursive: true, force: true })
  },
})

export { expect } from '@playwright/test'

async function startClient(options: ClientOptions, env: Record<string, string>): Promise<McpClient> {
  const { name = 'test-client', title, era = 'legacy', folder, home, holdMs } = options
  const transport = new StdioClientTransport({
    command: process.execPath,
    args: [companionPath],
    env: {
      ...env,
      ...(home === undefined ? {} : { COUNTERSIGN_HOME: home }),
      ...(holdMs === undefined ? {} : { COUNTERSIGN_HOLD_MS: String(holdMs) }),
    },
    stderr: 'pipe',
    ...(folder === undefined ? {} : { cwd: folder }),
  })
  let written = ''
  transport.stderr?.on('data', (chunk: Buffer) => (written += chunk.toString()))
  const client = new Client(
    { name, version: '1.0.0', ...(title === undefined ? {} : { title }) },
    era === 'modern' ? { versionNegotiation: { mode: { pin: '2026-07-28' } } } : {},
  )
  await client.connect(transport)
  const call: McpClient['call'] = (tool, input = {}, settings = {}) =>
    client.callTool({ name: tool, arguments: input }, { timeout: 60_000, ...settings })
  return {
    client,
    pid: transport.pid ?? 0,
    stderr: () => written,
    call,
    ask: async (tool, input) => (await call(tool, input)).structuredContent as Record<string, unknown>,
    close: () => client.close(),
  }
}
