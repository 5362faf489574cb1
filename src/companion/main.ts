import { realpathSync } from 'node:fs'
import { parseArgs } from 'node:util'
import packageFacts from '../../package.json' with { type: 'json' }
import { doctor } from './doctor.ts'
import { pair } from './pair.ts'
import { configClients, configFor, isConfigClient } from './print-config.ts'
import { serve } from './serve.ts'

const help = `countersign ${packageFacts.version}: lets AI agents act on your web pages, and lets you decide

Usage: countersign [command]

  serve                   MCP server over stdin and stdout, as an MCP client starts it (default)
  pair [client]           shows a pairing code and waits until it is typed in the browser
       --another          although the agent is paired with one browser already
  doctor                  checks each link from here to the browser's pages and says the fix
  print-config <client>   what to paste for ${configClients.join(', ')}
  --help, --version

Environment: COUNTERSIGN_HOME (folder of the keys), COUNTERSIGN_PORTS (ports to try, for tests),
  COUNTERSIGN_HOLD_MS (how long a tool call waits for the person, 45000 at most)
Exit codes: 0 done, 1 failed, 2 wrong usage`

const say = (line: string): void => void process.stdout.write(`${line}\n`)

async function run(argv: string[]): Promise<number> {
  const { values, positionals } = parseArgs({
    args: argv,
    allowPositionals: true,
    options: {
      help: { type: 'boolean', short: 'h' },
      version: { type: 'boolean', short: 'v' },
      another: { type: 'boolean' },
    },
  })
  const [command = 'serve', name] = positionals
  if (values.help === true) return done(help)
  if (values.version === true) return done(packageFacts.version)
  if (command === 'serve') return serve().then(() => 0)
  if (command === 'pair') return pair(name, values.another === true, say)
  if (command === 'doctor') return doctor(say)
  if (command === 'print-config' && name !== undefined && isConfigClient(name)) return printConfig(name)
  throw new TypeError(
    command === 'print-config' ? `Clients: ${configClients.join(', ')}` : `No command ${command}`,
  )
}

function done(text: string): number {
  say(text)
  return 0
}

function printConfig(client: Parameters<typeof configFor>[0]): number {
  const script = realpathSync(process.argv[1] ?? '')
  const { text, where } = configFor(client, { command: process.execPath, args: [script] })
  process.stderr.write(`${where}\n`)
  return done(text)
}

try {
  process.exitCode = await run(process.argv.slice(2))
} catch (error) {
  const isUsage = error instanceof TypeError
  process.stderr.write(`countersign: ${error instanceof Error ? error.message : String(error)}\n`)
  if (isUsage) process.stderr.write('See countersign --help.\n')
  process.exitCode = isUsage ? 2 : 1
}
// Sockets and timers of a link that is being left must not keep the process.
process.exit()
