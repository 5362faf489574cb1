import { once } from 'node:events'
import type { CallToolResult } from '@modelcontextprotocol/server'
import { serveStdio, StdioServerTransport } from '@modelcontextprotocol/server/stdio'
import { goToHub, type AgentAtHub } from './agent-at-hub.ts'
import type { Unreachable } from './browsers.ts'
import { Desk } from './desk.ts'
import { explainUnreachable } from './explain.ts'
import { findHome } from './home.ts'
import { MessageLines } from './message-lines.ts'
import { createMcpServer } from './mcp-server.ts'

/** More than any call may have, so that a call that is too large can still be answered by its id. */
const maxLineBytes = 64 * 1024 * 1024

/** Serves one MCP client over stdin and stdout until it closes stdin. */
export async function serve(): Promise<void> {
  if (process.stdin.isTTY) tell('This is an MCP server; an MCP client starts it. See countersign --help.')
  const agent = await goToHub({
    home: findHome(),
    onCode: (code) => tell(`Pairing code: ${code}`),
    onNoPort: (ports) => tell(`Other programs hold the ports ${ports.join(', ')}; retrying.`),
  })
  agent.browsers.on('paired', () => tell('Paired.'))
  void showCodeAtFirst(agent)
  serveStdio(mcpServerFor(agent), { transport: openTransport(), onerror: (error) => tell(error.message) })
  await Promise.race([
    once(process.stdin, 'end'),
    once(process.stdin, 'close'),
    once(process.stdout, 'error'),
  ])
  await agent.leave()
}

function openTransport(): StdioServerTransport {
  const lines = new MessageLines((line) => process.stdout.write(line), maxLineBytes)
  process.stdin.pipe(lines)
  return new StdioServerTransport(lines, process.stdout, { maxBufferSize: 2 * maxLineBytes })
}

/** Makes the MCP servers of one agent; both eras are served by the same. */
export function mcpServerFor({ identity, browsers, code, heldPorts }: AgentAtHub) {
  const explain = (why: Unreachable): CallToolResult => explainUnreachable(why, code, heldPorts().join(', '))
  const desk = new Desk(browsers, explain)
  return () =>
    createMcpServer({
      desk,
      onClient: (client) => identity.nameBy(client),
      notConnected: () => explain('not_connected'),
    })
}

/** As soon as the client has a name, without a tool call. */
async function showCodeAtFirst({ identity, code }: AgentAtHub): Promise<void> {
  const { secrets } = await identity.readKeys()
  if (secrets.length === 0) code.current()
}

/** For people and logs; stdout belongs to the protocol. */
const tell = (line: string): void => void process.stderr.write(`countersign: ${line}\n`)
