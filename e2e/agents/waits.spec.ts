import { expect, test, type LinkWorld, type McpClient } from './link-world.ts'
import type { BrowserModel } from './page-model.ts'

const write = { page: 'p1', tool: 'write', input: { a: 1 } }

async function startPaired(
  world: LinkWorld,
  slowMs = 400,
  holdMs?: number,
): Promise<{ client: McpClient; browser: BrowserModel }> {
  const browser = world.openBrowser({ slowMs })
  const client = await world.startClient(holdMs === undefined ? {} : { holdMs })
  await world.pair(client, browser)
  return { client, browser }
}

async function heldId(browser: BrowserModel): Promise<string> {
  await expect.poll(() => browser.held().length).toBe(1)
  return browser.held()[0]?.confirmId ?? ''
}

test.describe.configure({ mode: 'parallel' })

test('an undecided call is answered after 45 s, with progress meanwhile', async ({ world }) => {
  const { client, browser } = await startPaired(world)
  const startedAt = Date.now()
  const progress: string[] = []
  const answer = await client.call('call_tool', write, {
    onprogress: ({ message }) => progress.push(message ?? ''),
  })
  expect(Date.now() - startedAt).toBeGreaterThanOrEqual(45_000)
  expect(Date.now() - startedAt).toBeLessThan(50_000)
  expect(progress.length).toBeGreaterThanOrEqual(4)
  expect(progress.at(-1)).toContain('approve or reject')
  const confirmId = browser.held()[0]?.confirmId ?? ''
  expect(answer.isError).toBeUndefined()
  expect(answer.structuredContent).toMatchObject({
    status: 'needs_confirmation',
    confirmId,
    summary: 'Write it',
  })
  expect(answer.structuredContent).toHaveProperty(
    'next',
    expect.stringContaining(`await_confirmation with ids ["${confirmId}"]`),
  )
})

test('after two undecided waits the turn ends, and the outcome is there whenever it is asked for', async ({
  world,
}) => {
  const { client, browser } = await startPaired(world, 400, 1_500)
  const { confirmId } = await client.ask('call_tool', write)
  const again = await client.ask('await_confirmation', { ids: [confirmId] })
  expect(again).toMatchObject({ status: 'needs_confirmation', confirmId })
  expect(again['next']).toContain('End your turn')

  const last = client.ask('await_confirmation', { ids: [confirmId] })
  browser.reject(String(confirmId), 'not today')
  expect(await last).toMatchObject({
    outcomes: [{ id: confirmId, result: { status: 'cancelled', by: 'operator', note: 'not today' } }],
  })
})

test('a call that runs on is answered in time, and nobody needs to act', async ({ world }) => {
  const { client } = await startPaired(world, 3_000, 1_500)
  const answer = await client.ask('call_tool', { ...write, tool: 'slow' })
  expect(answer).toMatchObject({ status: 'needs_confirmation', confirmId: answer['callId'] })
  expect(answer['summary']).toContain('nobody needs to act')
  const settled = { outcomes: [{ result: { status: 'ok', data: { did: 'slow' } } }] }
  await expect
    .poll(() => client.ask('await_confirmation', { ids: [answer['callId']] }))
    .toMatchObject(settled)
})

test('a client that gives up withdraws a confirmation it never heard of', async ({ world }) => {
  const { client, browser } = await startPaired(world)
  const giving = client.call('call_tool', write, { timeout: 500 })
  await expect(giving).rejects.toThrow()
  await expect
    .poll(() => [...browser.memory.calls.values()].map(({ result }) => result))
    .toEqual([{ status: 'cancelled', by: 'signal' }])
})

test('a client that gives up while the person reads leaves what it was told of, and fetches it later', async ({
  world,
}) => {
  const { client, browser } = await startPaired(world, 400, 2_000)
  const { confirmId } = await client.ask('call_tool', write)
  await expect(client.call('await_confirmation', { ids: [confirmId] }, { timeout: 500 })).rejects.toThrow()
  expect(browser.held()).toHaveLength(1)
  browser.approve(String(confirmId))
  expect(await client.ask('list_pages')).toMatchObject({ outcomes: [{ tool: 'write', status: 'ok' }] })
  expect(await client.ask('await_confirmation', { ids: [confirmId] })).toMatchObject({
    outcomes: [{ result: { status: 'ok' } }],
  })
})

test('an approved write runs to its end although the client gave up', async ({ world }) => {
  const { client, browser } = await startPaired(world, 1_500)
  const abort = new AbortController()
  const running = client.call('call_tool', { ...write, tool: 'slow' }, { signal: abort.signal })
  await expect.poll(() => browser.memory.runs.length).toBe(1)
  abort.abort()
  await expect(running).rejects.toThrow()
  await expect
    .poll(() => [...browser.memory.calls.values()].map(({ result }) => result?.status))
    .toEqual(['ok'])
  expect(browser.memory.acknowledged.size).toBe(0)
})

test('a read is withdrawn when the client gives up', async ({ world }) => {
  const { client, browser } = await startPaired(world, 30_000)
  const abort = new AbortController()
  const running = client.call('call_tool', { ...write, tool: 'slow_read' }, { signal: abort.signal })
  await expect.poll(() => browser.memory.runs.length).toBe(1)
  abort.abort()
  await expect(running).rejects.toThrow()
  await expect
    .poll(() => [...browser.memory.calls.values()].map(({ result }) => result?.status))
    .toEqual(['cancelled'])
})

test('the worker dies while a card is open: approving afterwards answers the same call', async ({
  world,
}) => {
  const { client, browser } = await startPaired(world)
  const writing = client.ask('call_tool', write)
  const confirmId = await heldId(browser)
  browser.kill()
  const restarted = world.openBrowser({ memory: browser.memory })
  await restarted.untilSessions(1)
  restarted.approve(confirmId)
  expect(await writing).toMatchObject({ status: 'ok', data: { did: 'write' } })
  expect(browser.memory.runs).toHaveLength(1)
})

test('a write whose connection broke for good is unknown, and is resolved when the result turns up', async ({
  world,
}) => {
  test.setTimeout(120_000)
  const { client, browser } = await startPaired(world, 300)
  const writing = client.call('call_tool', { ...write, tool: 'slow' })
  await expect.poll(() => browser.memory.runs.length).toBe(1)
  browser.kill()
  const answer = await writing
  expect(answer.isError).toBe(true)
  expect(answer.structuredContent).toMatchObject({
    status: 'error',
    message: 'The connection was lost before the result arrived; the outcome is unknown',
  })
  const back = world.openBrowser({ memory: browser.memory })
  await back.untilSessions(1)
  const { callId } = answer.structuredContent as { callId: string }
  expect(await client.ask('await_confirmation', { ids: [callId] })).toMatchObject({
    outcomes: [{ callId, result: { status: 'ok' } }],
  })
  expect(browser.memory.runs).toHaveLength(1)
})

test('a write that was lost on its way is unknown, also when it is asked for, until it turns up', async ({
  world,
}) => {
  const { client, browser } = await startPaired(world)
  browser.loseNextCall()
  const writing = client.ask('call_tool', { ...write, tool: 'quick_write' })
  await expect.poll(() => browser.link.status().sessions).toEqual([])
  const back = world.openBrowser({ memory: browser.memory })
  await back.untilSessions(1)
  const unknown = { status: 'error', message: expect.stringContaining('the outcome is unknown') }
  const { callId, ...result } = await writing
  expect(result).toMatchObject(unknown)
  expect(await client.ask('await_confirmation', { ids: [callId] })).toMatchObject({
    outcomes: [{ id: callId, callId, result: unknown }],
  })
  expect(browser.memory.runs).toEqual([])

  const done = { state: 'settled', result: { status: 'ok', data: 'late' } } as const
  const [agentId = ''] = browser.memory.agents.keys()
  const late = { callId: String(callId), agentId, tool: 'quick_write', input: {}, ...done }
  browser.memory.calls.set(late.callId, late)
  expect(await client.ask('await_confirmation', { ids: [callId] })).toMatchObject({
    outcomes: [{ id: callId, result: { status: 'ok', data: 'late' } }],
  })
})

test('a paired agent without a browser is answered after its first 10 s, then within 2 s', async ({
  world,
}) => {
  const { client, browser } = await startPaired(world)
  browser.kill()
  await client.close()
  const fresh = await world.startClient()
  expect(await fresh.ask('list_pages')).toMatchObject({ status: 'refused', code: 'not_connected' })
  const askedAt = Date.now()
  expect(await fresh.ask('list_pages')).toMatchObject({ code: 'not_connected' })
  expect(Date.now() - askedAt).toBeLessThan(4_000)
  const back = world.openBrowser({ memory: browser.memory })
  await back.untilSessions(1)
  expect(await fresh.ask('list_pages')).toMatchObject({ pages: [{ page: 'p1' }] })
})

test('a fresh process waits for the browser to find it', async ({ world }) => {
  const { client, browser } = await startPaired(world)
  browser.kill()
  await client.close()
  const fresh = await world.startClient()
  const asking = fresh.ask('list_pages')
  const back = world.openBrowser({ memory: browser.memory })
  await back.untilSessions(1)
  expect(await asking).toMatchObject({ pages: [{ page: 'p1' }] })
})

test('two browsers are one list of pages, and each call goes to its own', async ({ world }) => {
  const { client, browser } = await startPaired(world)
  const second = world.openBrowser({ page: 'p2' })
  const code = /[0-9A-HJKMNP-TV-Z]{4}-[0-9A-HJKMNP-TV-Z]{4}/
  await second.link.connect()
  await expect.poll(() => second.link.status().waiting).toHaveLength(1)
  const shown =
    client
      .stderr()
      .split('\n')
      .findLast((line) => code.test(line)) ?? ''
  expect(await second.link.pair(code.exec(shown)?.[0] ?? '')).toMatchObject({ paired: {} })
  const { pages } = (await client.ask('list_pages')) as { pages: { page: string }[] }
  expect(pages.map(({ page }) => page).toSorted()).toEqual(['p1', 'p2'])
  const { callId } = await client.ask('call_tool', { ...write, page: 'p2', tool: 'read' })
  expect(second.memory.runs).toHaveLength(1)
  expect(browser.memory.runs).toHaveLength(0)
  const { callId: firsts } = await client.ask('call_tool', { ...write, tool: 'read' })
  expect(browser.memory.runs).toHaveLength(1)
  const later = await world.startClient()
  await later.ask('list_pages')
  await Promise.all([browser.untilSessions(2), second.untilSessions(2)])
  for (const made of [callId, firsts])
    expect(await later.ask('undo_call', { call_id: made })).toMatchObject({ data: { undone: made } })
})

test('more than a message can hold is answered, and the connection stays', async ({ world }) => {
  const { client } = await startPaired(world)
  expect(await client.ask('call_tool', { ...write, tool: 'huge' })).toMatchObject({ status: 'error' })
  const tooLarge = { ...write, input: { text: 'x'.repeat(1_100_000) } }
  expect(await client.ask('call_tool', tooLarge)).toEqual({
    status: 'invalid',
    issues: [{ path: '', message: 'Larger than 1 MiB' }],
  })
  expect(await client.ask('call_tool', { ...write, tool: 'read' })).toMatchObject({ status: 'ok' })
})

test('arguments that do not fit are invalid, and say how', async ({ world }) => {
  const { client } = await startPaired(world)
  expect(await client.ask('call_tool', { page: 'p1' })).toMatchObject({
    status: 'invalid',
    issues: [{ path: 'tool' }],
  })
  expect(await client.ask('request_access', { reason: 'because' })).toMatchObject({ status: 'invalid' })
  expect(await client.ask('await_confirmation', { ids: ['of somebody else'] })).toMatchObject({
    outcomes: [{ id: 'of somebody else', result: { status: 'refused', code: 'confirmation_expired' } }],
  })
  await expect(client.call('no_such_tool')).rejects.toThrow('Unknown tool')
})
