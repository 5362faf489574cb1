import {
  CLIENT_INFO_META_KEY,
  ProtocolError,
  ProtocolErrorCode,
  Server,
  type CallToolResult,
  type ServerContext,
} from '@modelcontextprotocol/server'
import packageFacts from '../../package.json' with { type: 'json' }
import type { ClientName } from './agent-self.ts'
import { answer, invalidAnswer } from './answers.ts'
import { LinkLost, RequestFailed } from './browser-session.ts'
import type { Desk, Turn } from './desk.ts'
import { isToolName, readToolInput, type ToolName } from './tool-inputs.ts'
import { instructions, toolList } from './tool-list.ts'

export type McpServerOptions = {
  desk: Desk
  /** Called with every request; the first counts. */
  onClient: (client: ClientName | undefined) => void
  /** The answer when the browser went away under a read. */
  notConnected: () => CallToolResult
}

const hourMs = 3_600_000

/** An MCP server for one client, in whichever era it speaks. The list of tools never changes. */
export function createMcpServer({ desk, onClient, notConnected }: McpServerOptions): Server {
  const server = new Server(
    { name: 'countersign', title: 'Countersign', version: packageFacts.version },
    {
      capabilities: { tools: {} },
      instructions,
      cacheHints: { 'tools/list': { ttlMs: hourMs, cacheScope: 'public' } },
    },
  )
  server.oninitialized = () => onClient(server.getClientVersion())
  server.setRequestHandler('tools/list', (_request, context) => {
    onClient(clientOf(server, context))
    return { tools: toolList }
  })
  server.setRequestHandler('tools/call', async ({ params }, context) => {
    onClient(clientOf(server, context))
    if (!isToolName(params.name)) {
      throw new ProtocolError(ProtocolErrorCode.InvalidParams, `Unknown tool: ${params.name}`)
    }
    try {
      return await runTool(desk, params.name, params.arguments, turnOf(context))
    } catch (error) {
      if (error instanceof LinkLost) return notConnected()
      if (error instanceof RequestFailed) return browserFailure
      throw error
    }
  })
  return server
}

function runTool(desk: Desk, name: ToolName, given: unknown, turn: Turn): Promise<CallToolResult> {
  const read = readToolInput(name, given)
  if ('issues' in read) return Promise.resolve(invalidAnswer(read.issues))
  // The table ties name and input together; indexing by a variable loses that link.
  const run = desk[name].bind(desk) as (input: unknown, turn: Turn) => Promise<CallToolResult>
  return run(read.input, turn)
}

const browserFailure = answer({ status: 'error', message: 'The browser could not answer' }, false)

/** The newer era names the client with every request, the older ones once. */
function clientOf(server: Server, { mcpReq }: ServerContext): ClientName | undefined {
  const envelope: Record<string, unknown> = { ...mcpReq.envelope }
  const told = envelope[CLIENT_INFO_META_KEY]
  return isClientName(told) ? told : server.getClientVersion()
}

const isClientName = (value: unknown): value is ClientName =>
  typeof value === 'object' && value !== null && 'name' in value && typeof value.name === 'string'

function turnOf({ mcpReq }: ServerContext): Turn {
  const { progressToken: token } = mcpReq['_meta'] ?? {}
  const turn: Turn = { signal: mcpReq.signal, startedAt: Date.now() }
  if (token === undefined) return turn
  let progress = 0
  const report = (message: string): void => {
    progress += 1
    const params = { progressToken: token, progress, message }
    mcpReq.notify({ method: 'notifications/progress', params }).catch(() => undefined)
  }
  return { ...turn, report }
}
