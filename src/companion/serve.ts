import { once } from 'node:events'
import { serveStdio } from '@modelcontextprotocol/server/stdio'
import { Identity } from './agent-self.ts'
import { Browsers } from './browsers.ts'
import { Desk } from './desk.ts'
import { explainUnreachable } from './explain.ts'
import { findHome, readHubKey } from './home.ts'
import { keepAtHub } from './hub-connection.ts'
import { createMcpServer } from './mcp-server.ts'
import { PairingCode } from './pairing-code.ts'
import { readPorts } from './ports.ts'

/** Serves one MCP client over stdin and stdout until it closes stdin. */
export async function serve(): Promise<void> {
  const home = findHome()
  const code = new PairingCode((fresh) => tell(`Pairing code: ${fresh}`))
  const identity = new Identity(home, code)
  const browsers = new Browsers(identity)
  const leaving = new AbortController()
  let heldPorts = ''
  const explain = (why: Parameters<typeof explainUnreachable>[0]): ReturnType<typeof explainUnreachable> =>
    explainUnreachable(why, code, heldPorts)
  const desk = new Desk(browsers, explain)
  browsers.on('paired', () => tell('Paired.'))
  // Shown as soon as the client has a name, without a tool call.
  void identity.readKeys().then(({ secrets }) => secrets.length === 0 && code.current())
  serveStdio(
    () =>
      createMcpServer({
        desk,
        onClient: (client) => identity.nameBy(client),
        notConnected: () => explain('not_connected'),
      }),
    { onerror: (error) => tell(error.message) },
  )
  const atHub = keepAtHub(
    {
      ports: readPorts(),
      key: await readHubKey(home),
      onOpen: (line) => {
        heldPorts = ''
        browsers.onOpen(line)
      },
      onBrowser: (id) => browsers.onBrowser(id),
      onBrowserLeft: (id) => browsers.onBrowserLeft(id),
      onFrame: (id, data) => browsers.onFrame(id, data),
      onClosed: () => browsers.onLineClosed(),
      onNoPort: (ports) => {
        heldPorts = ports.join(', ')
        tell(`Other programs hold the ports ${heldPorts}; retrying.`)
      },
    },
    leaving.signal,
  )
  await Promise.race([
    once(process.stdin, 'end'),
    once(process.stdin, 'close'),
    once(process.stdout, 'error'),
  ])
  leaving.abort()
  await atHub
}

/** For people and logs; stdout belongs to the protocol. */
const tell = (line: string): void => void process.stderr.write(`countersign: ${line}\n`)
