import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { codePattern, companionPath, expect, test, type LinkWorld } from './link-world.ts'
import { squat } from './hostile-peers.ts'

type Run = { exitCode: number; stdout: string; stderr: string }

const run = (world: LinkWorld, ...args: string[]): Promise<Run> =>
  new Promise((resolve) => {
    execFile(companionPath, args, { env: world.env }, (error, stdout, stderr) =>
      resolve({ exitCode: typeof error?.code === 'number' ? error.code : 0, stdout, stderr }),
    )
  })

test('help, version and wrong usage', async ({ world }) => {
  expect(await run(world, '--version')).toMatchObject({
    exitCode: 0,
    stdout: expect.stringMatching(/^\d+\.\d+\.\d+\n$/),
  })
  const help = await run(world, '--help')
  expect(help).toMatchObject({ exitCode: 0, stderr: '' })
  for (const word of ['serve', 'pair', 'doctor', 'print-config']) expect(help.stdout).toContain(word)
  for (const args of [['dance'], ['--dance'], ['print-config'], ['print-config', 'emacs']]) {
    expect(await run(world, ...args)).toMatchObject({ exitCode: 2, stdout: '' })
  }
})

test('print-config names this very file', async ({ world }) => {
  const { stdout, exitCode } = await run(world, 'print-config', 'cursor')
  expect(exitCode).toBe(0)
  expect(JSON.parse(stdout)).toEqual({
    mcpServers: { countersign: { command: process.execPath, args: [companionPath] } },
  })
})

test('pair shows a code, waits, confirms; the client that comes later needs no code', async ({ world }) => {
  const pairing = spawn(companionPath, ['pair', 'claude-code'], { env: world.env })
  let out = ''
  pairing.stdout.on('data', (chunk: Buffer) => (out += chunk.toString()))
  const exit = once(pairing, 'exit')
  await expect.poll(() => codePattern.exec(out)?.[0]).toBeDefined()
  const browser = world.openBrowser()
  expect(await browser.link.pair(codePattern.exec(out)?.[0] ?? '')).toMatchObject({
    paired: { name: 'claude-code' },
  })
  expect((await exit)[0]).toBe(0)
  expect(out).toContain('Paired.')
  const client = await world.startClient({ name: 'claude-code', title: 'Claude Code' })
  await browser.untilSessions(1)
  expect(await client.ask('list_pages')).toMatchObject({ pages: [{ page: 'p1' }] })
})

test('doctor finds what is broken, and nothing when all is well', async ({ world }) => {
  const unpaired = await run(world, 'doctor')
  expect(unpaired).toMatchObject({ exitCode: 1, stdout: expect.stringContaining('FAIL No agent is paired') })

  const browser = world.openBrowser()
  const client = await world.startClient()
  await world.pair(client, browser)
  const well = await run(world, 'doctor')
  expect(well.stdout).not.toContain('FAIL')
  expect(well.stdout).toContain('test-client: the browser is connected')
  expect(well.stdout).toContain('test-client: 1 shared page')
  expect(well.exitCode).toBe(0)

  browser.kill()
  const alone = await run(world, 'doctor')
  expect(alone).toMatchObject({ exitCode: 1, stdout: expect.stringContaining('no browser is connected') })
})

test('doctor tells other programs from hubs', async ({ world }) => {
  const programs = await Promise.all(world.ports.map((port) => squat(port)))
  const { exitCode, stdout } = await run(world, 'doctor')
  for (const port of world.ports) expect(stdout).toContain(`FAIL Port ${port}: another program`)
  expect(exitCode).toBe(1)
  expect(programs.every(({ listening }) => listening)).toBe(true)
  for (const program of programs) program.close()
})
