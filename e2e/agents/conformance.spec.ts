import { execFile } from 'node:child_process'
import { once } from 'node:events'
import { createServer } from 'node:http'
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { toNodeHandler } from '@modelcontextprotocol/node'
import { createMcpHandler } from '@modelcontextprotocol/server'
import { expect, test } from '@playwright/test'
import { goToHub } from '../../src/companion/agent-at-hub.ts'
import { mcpServerFor } from '../../src/companion/serve.ts'
import { findFreePorts } from '../../scripts/free-ports.mjs'

/** Scenarios of the suite that say something about this server. */
const applying = [
  'server-initialize',
  'server-stateless',
  'ping',
  'tools-list',
  'dns-rebinding-protection',
  'caching',
  'http-header-validation',
]

const ownTools = 'it calls a tool of the reference server; this one has seven of its own, always the same'
const noResources = 'the server has no resources'
const noPrompts = 'the server has no prompts'
const noInput = 'the server asks the person in the browser, never the client'
const noTasks = 'the server does not offer the tasks extension'
const noSessions = 'sessions and resumable streams are of the HTTP transport; the companion speaks stdio'

/** Scenarios that do not apply, and why. */
const notApplying: Record<string, string> = {
  'server-session-lifecycle': noSessions,
  'server-sse-polling': noSessions,
  'server-sse-multiple-streams': noSessions,
  'logging-set-level': 'the server sends no log messages',
  'completion-complete': 'the server completes no arguments',
  'tools-call-simple-text': ownTools,
  'tools-call-image': ownTools,
  'tools-call-audio': ownTools,
  'tools-call-embedded-resource': ownTools,
  'tools-call-mixed-content': ownTools,
  'tools-call-with-logging': ownTools,
  'tools-call-error': ownTools,
  'tools-call-with-progress': ownTools,
  'tools-call-sampling': noInput,
  'tools-call-elicitation': noInput,
  'json-schema-2020-12': ownTools,
  'http-custom-header-server-validation': ownTools,
  'elicitation-sep1034-defaults': noInput,
  'elicitation-sep1330-enums': noInput,
  'resources-list': noResources,
  'resources-read-text': noResources,
  'resources-read-binary': noResources,
  'resources-templates-read': noResources,
  'resources-subscribe': noResources,
  'resources-unsubscribe': noResources,
  'sep-2164-resource-not-found': noResources,
  'sep-2640-skills-directory': noResources,
  'sep-2640-skills-enumeration': noResources,
  'sep-2640-skills-manifest': noResources,
  'prompts-list': noPrompts,
  'prompts-get-simple': noPrompts,
  'prompts-get-with-args': noPrompts,
  'prompts-get-embedded-resource': noPrompts,
  'prompts-get-with-image': noPrompts,
}
const reasonsByPrefix: [string, string][] = [
  ['tasks-', noTasks],
  ['input-required-result-', noInput],
]

/** Checks inside applying scenarios that need tools, prompts or resources of the reference server. */
const notApplyingChecks = [
  'sep-2575-server-rejects-undeclared-capability',
  'sep-2575-missing-capability-http-400',
  'sep-2575-http-server-no-independent-requests-on-stream',
  'sep-2575-server-no-log-without-loglevel',
  'sep-2549-prompts-list-caching-hints',
  'sep-2549-resources-list-caching-hints',
  'sep-2549-resources-templates-list-caching-hints',
]

type Check = { id: string; status: string; errorMessage?: string }

const reasonFor = (scenario: string): string | undefined =>
  notApplying[scenario] ?? reasonsByPrefix.find(([prefix]) => scenario.startsWith(prefix))?.[1]

test('the conformance suite passes in every scenario that applies', async () => {
  test.setTimeout(400_000)
  const folder = await mkdtemp(join(tmpdir(), 'countersign-conformance-'))
  process.env.COUNTERSIGN_PORTS = (await findFreePorts(1)).join(',')
  const agent = await goToHub({ home: join(folder, 'home') })
  const server = await serveOverHttp(mcpServerFor(agent))
  const found = await runSuite(server.url, join(folder, 'checks'))
  server.close()
  await agent.leave()
  await rm(folder, { recursive: true, force: true })

  expect(
    [...found.keys()].filter((scenario) => !applying.includes(scenario) && !reasonFor(scenario)),
  ).toEqual([])
  for (const scenario of applying) {
    const checks = found.get(scenario) ?? []
    const failed = checks.filter(({ status, id }) => status === 'FAILURE' && !notApplyingChecks.includes(id))
    expect(failed, scenario).toEqual([])
    expect(checks.filter(({ status }) => status === 'SUCCESS').length, scenario).toBeGreaterThan(0)
  }
})

/** The companion's server behind a loopback HTTP server, which the suite needs; only tests do this. */
async function serveOverHttp(build: ReturnType<typeof mcpServerFor>) {
  // Its request type asks for the same, less exactly about absent fields.
  const handle = toNodeHandler(createMcpHandler(build)) as (...of: unknown[]) => Promise<void>
  const server = createServer((request, response) => {
    const { port } = server.address() as AddressInfo
    const own = [`127.0.0.1:${port}`, `localhost:${port}`]
    const { host = '', origin } = request.headers
    const isOwn = own.includes(host) && (origin === undefined || own.includes(origin.replace('http://', '')))
    if (isOwn) void handle(request, response)
    else response.writeHead(403).end()
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}/mcp`,
    close: () => {
      server.close()
      server.closeAllConnections()
    },
  }
}

async function runSuite(url: string, output: string): Promise<Map<string, Check[]>> {
  const args = [
    '--import',
    resolve('e2e/agents/conformance/register.mjs'),
    resolve('node_modules/@modelcontextprotocol/conformance/dist/index.js'),
    'server',
    '--url',
    url,
    '--suite',
    'all',
    '-o',
    output,
  ]
  // Its exit code counts scenarios that do not apply, too.
  await new Promise((done) => execFile(process.execPath, args, { maxBuffer: 2 ** 26 }, done))
  const folders = await readdir(output)
  const found = await Promise.all(
    folders.map(async (name): Promise<[string, Check[]]> => {
      const scenario = name.replace(/^server-/, '').replace(/-\d{4}-\d\d-\d\dT.*$/, '')
      return [scenario, JSON.parse(await readFile(join(output, name, 'checks.json'), 'utf8')) as Check[]]
    }),
  )
  return new Map(found)
}
