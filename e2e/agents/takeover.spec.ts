import { expect, test, type McpClient } from './link-world.ts'
import type { BrowserModel } from './page-model.ts'

/** The processes that listen are hubs; the one that the others joined ends without a word. */
const kill = (client: McpClient): boolean => process.kill(client.pid, 'SIGKILL')

type Settled = { data: unknown } | { neverArrived: string }

/** What a call came to: at once, or by asking for it when the connection broke under it. */
async function outcomeOf(client: McpClient, answer: Record<string, unknown>): Promise<Settled> {
  if (answer['status'] === 'ok') return { data: answer['data'] }
  const callId = String(answer['callId'])
  const { outcomes } = (await client.ask('await_confirmation', { ids: [callId] })) as {
    outcomes: { result: Record<string, unknown> }[]
  }
  const result = outcomes[0]?.result ?? {}
  return result['status'] === 'ok' ? { data: result['data'] } : { neverArrived: callId }
}

test.describe('three clients at one hub', () => {
  test('are three agents, each with its own label, folder and calls', async ({ world }) => {
    const browser = world.openBrowser()
    const clients = await Promise.all(
      ['claude-code', 'cursor', 'codex'].map((name) => world.startClient({ name, folder: world.home })),
    )
    for (const client of clients) await world.pair(client, browser)
    const sessions = browser.link.status().sessions
    expect(sessions.map(({ name }) => name).toSorted()).toEqual(['claude-code', 'codex', 'cursor'])
    expect(new Set(sessions.map(({ agentId }) => agentId)).size).toBe(3)
    expect(sessions.every(({ folder }) => folder === world.home)).toBe(true)
    const answers = await Promise.all(
      clients.map((client, at) => client.ask('call_tool', { page: 'p1', tool: 'slow', input: { at } })),
    )
    expect(answers.map(({ data }) => data)).toEqual([0, 1, 2].map((at) => ({ did: 'slow', input: { at } })))
  })

  test('two processes of one client are one agent with two sessions', async ({ world }) => {
    const browser = world.openBrowser()
    const first = await world.startClient()
    await world.pair(first, browser)
    const second = await world.startClient()
    expect(await second.ask('list_pages')).toMatchObject({ pages: [{ page: 'p1' }] })
    const sessions = await browser.untilSessions(2)
    expect(new Set(sessions.map(({ agentId }) => agentId)).size).toBe(1)
    expect(new Set(sessions.map(({ sessionId }) => sessionId)).size).toBe(2)
  })

  test('go on within a second when the hub dies', async ({ world }) => {
    const browser = world.openBrowser()
    const hub = await world.startClient({ name: 'hub' })
    const peer = await world.startClient({ name: 'peer' })
    await world.pair(hub, browser)
    await world.pair(peer, browser)
    // What only reads is sent again; that it does is known from the list.
    expect(await peer.ask('list_tools', { page: 'p1' })).toMatchObject({ page: 'p1' })
    const killedAt = Date.now()
    kill(hub)
    expect(await peer.ask('call_tool', { page: 'p1', tool: 'read', input: {} })).toMatchObject({
      status: 'ok',
    })
    expect(Date.now() - killedAt).toBeLessThan(2_000)
  })
})

test('the hub is killed in the middle of calls, 200 times: nothing is lost, nothing runs twice', async ({
  world,
}) => {
  test.setTimeout(900_000)
  const tools = ['slow', 'quick_write', 'slow_read', 'read']
  const browser = world.openBrowser({ slowMs: 120 })
  let clients = await Promise.all(['one', 'two', 'three'].map((name) => world.startClient({ name })))
  for (const client of clients) await world.pair(client, browser)
  const neverArrived = new Set<string>()
  let nth = 0
  const callOn = async (client: McpClient, tool: string): Promise<void> => {
    const input = { tool, nth: ++nth }
    const outcome = await outcomeOf(client, await client.ask('call_tool', { page: 'p1', tool, input }))
    if ('neverArrived' in outcome) neverArrived.add(outcome.neverArrived)
    else expect(outcome.data).toEqual({ did: tool, input })
  }
  for (let round = 0; round < 25; round += 1) {
    const [hub, ...rest] = clients
    if (hub === undefined) throw new Error('No hub')
    for (const client of rest) await client.ask('list_tools', { page: 'p1' })
    const callsBefore = browser.memory.calls.size
    const running = rest.flatMap((client) => tools.map((tool) => callOn(client, tool)))
    // Every other time while some requests are still on their way.
    await untilArrived(browser, callsBefore + (round % 2 === 0 ? running.length : 1))
    kill(hub)
    await Promise.all(running)
    await hub.close()
    clients = [...rest, await world.startClient({ name: ['one', 'two', 'three'][round % 3] ?? '' })]
    await clients[2]?.ask('list_pages')
    await browser.untilSessions(3)
  }
  const { calls, runs } = browser.memory
  expect(nth).toBe(200)
  expect(runs).toHaveLength(new Set(runs).size)
  expect(calls.size + neverArrived.size).toBe(200)
  for (const callId of neverArrived) expect(calls.has(callId)).toBe(false)
})

const untilArrived = (browser: BrowserModel, count: number): Promise<void> =>
  expect.poll(() => browser.memory.calls.size, { intervals: [2] }).toBeGreaterThanOrEqual(count)
