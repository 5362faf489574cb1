import { once } from 'node:events'
import { stat } from 'node:fs/promises'
import { connect } from 'node:net'
import { join } from 'node:path'
import { goToHub } from './agent-at-hub.ts'
import { findHome, listAgentKeys, readHubKey, type AgentKeys } from './home.ts'
import { joinHub } from './hub-line.ts'
import { readPorts } from './ports.ts'

type Finding = { isGood: boolean; line: string; fix?: string }
type PortUse = 'free' | 'hub' | 'other'

const connectMs = 6_000

/** Looks at each link between an MCP client and a page, says the fix where one is broken. Resolves with the exit code. */
export async function doctor(say: (line: string) => void): Promise<number> {
  const home = findHome()
  const findings = [checkNode(), await checkHome(home), ...(await checkPorts(home))]
  const agents = (await listAgentKeys(home)).filter(({ secrets }) => secrets.length > 0)
  findings.push(checkPaired(agents))
  for (const agent of agents) findings.push(...(await checkAgent(home, agent)))
  for (const { isGood, line, fix } of findings) {
    say(`${isGood ? 'ok  ' : 'FAIL'} ${line}`)
    if (fix !== undefined) say(`     ${fix}`)
  }
  return findings.every(({ isGood }) => isGood) ? 0 : 1
}

function checkNode(): Finding {
  const major = Number.parseInt(process.versions.node, 10)
  const line = `Node ${process.versions.node}`
  return major >= 20 ? { isGood: true, line } : { isGood: false, line, fix: 'Install Node 20 or newer.' }
}

async function checkHome(home: string): Promise<Finding> {
  try {
    await readHubKey(home)
    const { mode } = await stat(join(home, 'hub.key'))
    const isOpen = process.platform !== 'win32' && (mode & 0o077) !== 0
    const fix = `Others can read it. Run: chmod -R go-rwx ${home}`
    return isOpen
      ? { isGood: false, line: `Keys in ${home}`, fix }
      : { isGood: true, line: `Keys in ${home}` }
  } catch (error) {
    const line = `Keys in ${home}: ${error instanceof Error ? error.message : 'not readable'}`
    return { isGood: false, line, fix: 'Make the folder writable, or name another by COUNTERSIGN_HOME.' }
  }
}

async function checkPorts(home: string): Promise<Finding[]> {
  const key = await readHubKey(home).catch(() => undefined)
  if (key === undefined) return []
  const uses = await Promise.all(readPorts().map(async (port) => ({ port, use: await usedBy(port, key) })))
  const canWork = uses.some(({ use }) => use !== 'other')
  const words = { free: 'free', hub: 'a Countersign hub', other: 'another program' }
  return uses.map(({ port, use }) => ({
    isGood: use !== 'other' || canWork,
    line: `Port ${port}: ${words[use]}`,
    ...(canWork ? {} : { fix: 'End the program that holds one of the ports.' }),
  }))
}

async function usedBy(port: number, key: Parameters<typeof joinHub>[1]): Promise<PortUse> {
  if (!(await isListening(port))) return 'free'
  const line = await joinHub(port, key, {
    onOpen: ignore,
    onBrowser: ignore,
    onBrowserLeft: ignore,
    onFrame: ignore,
  })
  line?.close()
  return line === undefined ? 'other' : 'hub'
}

const ignore = (): void => undefined

const isListening = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const socket = connect({ port, host: '127.0.0.1' })
    const settle = (isThere: boolean) => (): void => {
      socket.destroy()
      resolve(isThere)
    }
    socket.once('connect', settle(true)).once('error', settle(false)).setTimeout(1_000, settle(false))
  })

function checkPaired(agents: AgentKeys[]): Finding {
  if (agents.length > 0)
    return { isGood: true, line: `Paired agents: ${agents.map(({ name }) => name).join(', ')}` }
  return {
    isGood: false,
    line: 'No agent is paired',
    fix: 'Start your MCP client, or run countersign pair <client>, and type the code in the Countersign popup.',
  }
}

/** Meets the browsers as this agent, and counts the pages they share. */
async function checkAgent(home: string, { client, name }: AgentKeys): Promise<Finding[]> {
  const agent = await goToHub({ home })
  agent.identity.nameBy({ name: client })
  const isConnected = await once(agent.browsers, 'opened', { signal: AbortSignal.timeout(connectMs) }).then(
    () => true,
    () => false,
  )
  const findings = isConnected
    ? [{ isGood: true, line: `${name}: the browser is connected` }, await checkPages(name, agent)]
    : [
        {
          isGood: false,
          line: `${name}: no browser is connected`,
          fix: missingBrowser(agent.browsers.peerCount),
        },
      ]
  await agent.leave()
  return findings
}

async function checkPages(name: string, { browsers }: Awaited<ReturnType<typeof goToHub>>): Promise<Finding> {
  const answers = await Promise.all(browsers.sessions.map((session) => session.request('pages', {}))).catch(
    () => [],
  )
  const count = answers.reduce((sum, { pages }) => sum + pages.length, 0)
  if (count > 0) return { isGood: true, line: `${name}: ${count} shared page${count === 1 ? '' : 's'}` }
  const fix = 'Open a page and press "Share this tab" in the Countersign popup.'
  return { isGood: true, line: `${name}: no page is shared`, fix }
}

const missingBrowser = (browsersThere: number): string =>
  browsersThere === 0
    ? 'Open the browser that has Countersign, and see that the extension is enabled.'
    : 'The browser does not know this agent, or blocks it. Look under "Agents" in the Countersign popup, or pair again.'
