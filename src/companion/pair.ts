import { once } from 'node:events'
import { goToHub, type AgentAtHub } from './agent-at-hub.ts'
import { findHome, listAgentKeys } from './home.ts'
import { isConfigClient, type ConfigClient } from './print-config.ts'

/** The names by which these clients call themselves over MCP. */
const namesOverMcp: Record<ConfigClient, string> = {
  'claude-code': 'claude-code',
  'claude-desktop': 'claude-ai',
  cursor: 'cursor-vscode',
  vscode: 'Visual Studio Code',
  codex: 'codex-mcp-client',
  gemini: 'gemini-cli-mcp-client',
}

const waitMs = 10 * 60_000
const reconnectMs = 5_000

/** Shows a code and waits until it is typed in a browser. Resolves with the exit code. */
export async function pair(
  named: string | undefined,
  isAnother: boolean,
  say: (line: string) => void,
): Promise<number> {
  const home = findHome()
  const client = named === undefined ? await findUnpaired(home) : nameOf(named)
  if (client === undefined) {
    say('Several agents wait to be paired. Name one: countersign pair <client>')
    return 2
  }
  const agent = await goToHub({
    home,
    onCode: (code) => say(`Pairing code for ${client}: ${code}`),
    onNoPort: (ports) => say(`Other programs hold the ports ${ports.join(', ')}. End one of them.`),
  })
  agent.identity.nameBy({ name: client })
  const exitCode = await waitForPairing(agent, isAnother, say)
  await agent.leave()
  return exitCode
}

async function waitForPairing(
  { identity, browsers, code }: AgentAtHub,
  isAnother: boolean,
  say: (line: string) => void,
): Promise<number> {
  const { secrets } = await identity.readKeys()
  if (secrets.length > 0 && !isAnother) {
    const opened = once(browsers, 'opened', { signal: AbortSignal.timeout(reconnectMs) })
    const isConnected = await opened.then(
      () => true,
      () => false,
    )
    if (isConnected) {
      say('Already paired, and the browser is connected. For another browser: countersign pair --another')
      return 0
    }
  }
  say(
    'Open Countersign in your browser, type this code under "Agents" and press Pair. It is good for 5 minutes.',
  )
  code.current()
  const renewal = setInterval(() => code.current(), 1_000)
  const isPaired = await once(browsers, 'paired', { signal: AbortSignal.timeout(waitMs) }).then(
    () => true,
    () => false,
  )
  clearInterval(renewal)
  say(isPaired ? 'Paired.' : 'Nobody typed the code. Run the command again when you are ready.')
  return isPaired ? 0 : 1
}

const nameOf = (named: string): string => (isConfigClient(named) ? namesOverMcp[named] : named)

/** The one agent that was started and waits; where none was, whoever has no name. Undefined for several. */
async function findUnpaired(home: string): Promise<string | undefined> {
  const unpaired = (await listAgentKeys(home)).filter(({ secrets }) => secrets.length === 0)
  return unpaired.length > 1 ? undefined : (unpaired[0]?.client ?? 'MCP client')
}
