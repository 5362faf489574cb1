import { spawn, type ChildProcessWithoutNullStreams } from 'node:child_process'
import { once } from 'node:events'
import { companionPath, expect, test, type LinkWorld } from './link-world.ts'

type Companion = {
  child: ChildProcessWithoutNullStreams
  lines: () => Record<string, unknown>[]
  send: (text: string) => void
}

/** The companion without a client of the SDK: exactly what is written and read. */
function start(world: LinkWorld): Companion {
  const child = spawn(process.execPath, [companionPath], { env: world.env })
  let out = ''
  child.stdout.on('data', (chunk: Buffer) => (out += chunk.toString()))
  const lines = (): Record<string, unknown>[] =>
    out
      .split('\n')
      .slice(0, -1)
      .map((line) => JSON.parse(line) as Record<string, unknown>)
  return { child, lines, send: (text) => void child.stdin.write(`${text}\n`) }
}

const request = (id: number, method: string, params: object): string =>
  JSON.stringify({ jsonrpc: '2.0', id, method, params })
const initialize = request(1, 'initialize', {
  protocolVersion: '2025-06-18',
  capabilities: {},
  clientInfo: { name: 'raw', version: '1' },
})
const call = (id: number, name: string, args: unknown): string =>
  request(id, 'tools/call', { name, arguments: args })

test('stdout holds frames only, one for each request, whatever is sent', async ({ world }) => {
  const { child, lines, send } = start(world)
  send(initialize)
  await expect.poll(() => lines().length).toBe(1)
  send('this is no JSON')
  send('{"jsonrpc":"2.0","id":7}')
  send('[]')
  send('')
  send('['.repeat(100_000))
  send(call(2, 'call_tool', { page: 'p', tool: 't', input: { text: 'x'.repeat(11_000_000) } }))
  const deep = `${'['.repeat(50_000)}${']'.repeat(50_000)}`
  send(call(5, 'call_tool', { page: 'p', tool: 't', input: 'DEEP' }).replace('"DEEP"', deep))
  send(call(3, 'list_tools', { page: 7 }))
  send(call(4, 'list_pages', {}))
  await expect
    .poll(() => lines().flatMap(({ id }) => (typeof id === 'number' ? [id] : [])))
    .toEqual(expect.arrayContaining([1, 2, 3, 4]))
  const answerTo = (id: number) => lines().find((line) => line['id'] === id)
  expect(answerTo(2)).toMatchObject({ result: { structuredContent: { status: 'invalid' } } })
  expect(answerTo(5)).toMatchObject({ result: { structuredContent: { status: 'invalid' } } })
  expect(answerTo(3)).toMatchObject({
    result: { structuredContent: { status: 'invalid', issues: [{ path: 'page' }] } },
  })
  expect(answerTo(4)).toMatchObject({ result: { structuredContent: { code: 'not_paired' } } })
  expect(lines().every(({ jsonrpc }) => jsonrpc === '2.0')).toBe(true)
  child.stdin.end()
  const [exitCode] = (await once(child, 'exit')) as [number]
  expect(exitCode).toBe(0)
})

test('a line that is no message is answered as such', async ({ world }) => {
  const { child, lines, send } = start(world)
  send(initialize)
  await expect.poll(() => lines().length).toBe(1)
  send('{"jsonrpc":"2.0","id":5,"method"')
  await expect.poll(() => lines()[1]).toMatchObject({ error: { code: -32700 } })
  send('{"jsonrpc":"2.0","id":6,"method":42}')
  await expect.poll(() => lines()[2]).toMatchObject({ id: 6, error: { code: -32600 } })
  child.stdin.end()
  await once(child, 'exit')
})

test('ends at once when stdin does, and leaves no process behind', async ({ world }) => {
  const { child, lines, send } = start(world)
  send(initialize)
  await expect.poll(() => lines().length).toBe(1)
  const endedAt = Date.now()
  child.stdin.end()
  await once(child, 'exit')
  expect(Date.now() - endedAt).toBeLessThan(1_500)
})
