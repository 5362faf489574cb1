import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { request } from 'node:http'
import { connect, createServer, type AddressInfo, type Socket } from 'node:net'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { WebSocket } from 'ws'
import { extensionOrigin } from '../protocol/agent-link.ts'
import type { FromHub } from '../protocol/agent-link-hub.ts'
import { joinHub, type HubLine } from './hub-line.ts'
import { openHub, type Hub } from './hub.ts'

const key = new Uint8Array(randomBytes(32))
const left: (() => void)[] = []
afterEach(() => {
  for (const leave of left.splice(0)) leave()
  vi.useRealTimers()
})

async function findFreePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  server.close()
  return port
}

async function startHub(): Promise<{ hub: Hub; port: number }> {
  const port = await findFreePort()
  const hub = await openHub(port, key)
  left.push(() => hub.close())
  return { hub, port }
}

type Agent = { line: HubLine | undefined; browsers: string[]; frames: string[] }

async function joinAs(port: number, hubKey = key): Promise<Agent> {
  const agent: Agent = { line: undefined, browsers: [], frames: [] }
  agent.line = await joinHub(port, hubKey, {
    onOpen: () => undefined,
    onBrowser: (id) => agent.browsers.push(id),
    onBrowserLeft: (id) => (agent.browsers = agent.browsers.filter((each) => each !== id)),
    onFrame: (_id, data) => agent.frames.push(data),
  })
  left.push(() => agent.line?.close())
  return agent
}

type Browser = { socket: WebSocket; heard: FromHub[]; opened: Promise<unknown>; closed: Promise<unknown> }

function openSocket(port: number, path: '/browser' | '/agent'): Browser {
  const headers = path === '/browser' ? { origin: extensionOrigin } : {}
  const socket = new WebSocket(`ws://127.0.0.1:${port}${path}`, { headers })
  const heard: FromHub[] = []
  socket.on('message', (data: Buffer) => heard.push(JSON.parse(data.toString()) as FromHub))
  socket.on('error', () => undefined)
  left.push(() => socket.terminate())
  const closed = new Promise((resolve) => socket.on('close', resolve))
  const opened = new Promise((resolve) => socket.on('open', resolve))
  return { socket, heard, opened, closed }
}

const isPong = ({ type }: FromHub): boolean => type === 'pong'

const openBrowser = (port: number): Browser => openSocket(port, '/browser')

const statusOf = (port: number, path: string, headers: Record<string, string>): Promise<number> =>
  new Promise((resolve, reject) => {
    const socket = new WebSocket(`ws://127.0.0.1:${port}${path}`, { headers })
    socket.on('open', () => (socket.terminate(), resolve(101)))
    socket.on('unexpected-response', (sent, response) => {
      resolve(response.statusCode ?? 0)
      sent.destroy()
    })
    socket.on('error', reject)
  })

const fetchFrom = (port: number, method: string, headers: Record<string, string> = {}) =>
  new Promise<{ status: number; headers: Record<string, unknown> }>((resolve, reject) => {
    const sent = request({ port, host: '127.0.0.1', method, headers, path: '/browser' }, (response) => {
      response.resume()
      resolve({ status: response.statusCode ?? 0, headers: response.headers })
    })
    sent.on('error', reject).end()
  })

describe('the door of a hub', () => {
  test('opens for the exact origin, host and path alone', async () => {
    const { port } = await startHub()
    const origin = extensionOrigin
    expect(await statusOf(port, '/browser', { origin })).toBe(101)
    expect(await statusOf(port, '/agent', {})).toBe(101)
    const refused: [string, Record<string, string>, number][] = [
      ['/browser', {}, 401],
      ['/browser', { origin: 'https://evil.example' }, 401],
      ['/browser', { origin: `${origin}.evil.example` }, 401],
      ['/browser', { origin: 'chrome-extension://abcdefghijklmnopabcdefghijklmnop' }, 401],
      ['/browser', { origin: 'null' }, 401],
      ['/browser', { origin, host: `localhost:${port}` }, 401],
      ['/browser', { origin, host: `evil.example:${port}` }, 401],
      ['/browser', { origin, host: '127.0.0.1' }, 401],
      ['/agent', { origin: 'https://evil.example' }, 401],
      ['/agent', { origin }, 401],
      ['/', { origin }, 404],
      ['/browser/', { origin }, 404],
      ['/browser?x', { origin }, 404],
      ['//browser', { origin }, 404],
    ]
    for (const [path, headers, status] of refused) expect(await statusOf(port, path, headers)).toBe(status)
  })

  test('tells a web page nothing', async () => {
    const { port } = await startHub()
    for (const method of ['GET', 'POST', 'OPTIONS', 'HEAD']) {
      const { status, headers } = await fetchFrom(port, method, { origin: 'https://evil.example' })
      expect(status).toBe(404)
      expect(Object.keys(headers).filter((name) => name.startsWith('access-control'))).toEqual([])
    }
  })

  test('does not open twice on one port', async () => {
    const { port } = await startHub()
    await expect(openHub(port, key)).rejects.toMatchObject({ code: 'EADDRINUSE' })
  })

  test('closes on who talks slowly or not at all', { timeout: 20_000 }, async () => {
    const { port } = await startHub()
    const slow: Socket = connect(port, '127.0.0.1')
    slow.on('error', () => undefined)
    slow.write('GET /browser HTTP/1.1\r\nHost: ')
    const silent = new WebSocket(`ws://127.0.0.1:${port}/agent`)
    await Promise.all([once(slow.resume(), 'close'), once(silent, 'close')])
  })
})

describe('a hub', () => {
  test('makes agents and browsers known to each other and relays between them', async () => {
    const { port } = await startHub()
    const agent = await joinAs(port)
    const browser = openBrowser(port)
    await vi.waitFor(() => expect(agent.browsers).toHaveLength(1))
    const welcome = browser.heard.find(({ type }) => type === 'welcome')
    const [agentId] = welcome?.type === 'welcome' ? welcome.peers : []
    agent.line?.send(agent.browsers[0] ?? '', 'to browser')
    browser.socket.send(JSON.stringify({ type: 'frame', to: agentId, data: 'to agent' }))
    await vi.waitFor(() => expect(agent.frames).toEqual(['to agent']))
    await vi.waitFor(() =>
      expect(browser.heard).toContainEqual({ type: 'frame', from: agentId, data: 'to browser' }),
    )
    browser.socket.send(JSON.stringify({ type: 'ping' }))
    await vi.waitFor(() => expect(browser.heard).toContainEqual({ type: 'pong' }))
    browser.socket.terminate()
    await vi.waitFor(() => expect(agent.browsers).toEqual([]))
  })

  test('lets no agent in that cannot read the folder of keys', async () => {
    const { port } = await startHub()
    const stranger = await joinAs(port, new Uint8Array(randomBytes(32)))
    expect(stranger.line).toBeUndefined()
    const browser = openBrowser(port)
    await vi.waitFor(() => expect(browser.heard).toMatchObject([{ type: 'welcome', peers: [] }]))
  })

  test('is joined by no agent when it cannot read the folder itself', async () => {
    const port = await findFreePort()
    const other = await openHub(port, new Uint8Array(randomBytes(32)))
    left.push(() => other.close())
    expect((await joinAs(port)).line).toBeUndefined()
  })

  test('relays nothing between two browsers or two agents, nor from who is not in', async () => {
    const { port } = await startHub()
    const [one, two] = [await joinAs(port), await joinAs(port)]
    const first = openBrowser(port)
    await vi.waitFor(() => expect(one.browsers).toHaveLength(1))
    const second = openBrowser(port)
    await vi.waitFor(() => expect(two.browsers).toHaveLength(2))
    const [firstId = '', secondId = ''] = one.browsers
    second.socket.send(JSON.stringify({ type: 'frame', to: firstId, data: 'from a browser' }))
    first.socket.send(JSON.stringify({ type: 'frame', to: secondId, data: 'from a browser' }))
    const peers = first.heard.flatMap((message) => (message.type === 'welcome' ? message.peers : []))
    for (const id of peers) one.line?.send(id, 'from an agent')
    const outside = new WebSocket(`ws://127.0.0.1:${port}/agent`)
    await once(outside, 'open')
    outside.send(JSON.stringify({ type: 'frame', to: firstId, data: 'from outside' }))
    await once(outside, 'close')
    one.line?.send(firstId, 'last')
    await vi.waitFor(() => expect(first.heard).toMatchObject([{}, { type: 'frame', data: 'last' }]))
    expect([...one.frames, ...two.frames]).toEqual([])
  })

  test('ends a connection that sends what is no message, and keeps the others', async () => {
    const { port } = await startHub()
    const agent = await joinAs(port)
    const honest = openBrowser(port)
    await vi.waitFor(() => expect(agent.browsers).toHaveLength(1))
    const [honestId = ''] = agent.browsers
    const bad = ['', 'null', '{"type":"frame"}', '{"type":"nothing"}', '['.repeat(5_000), 'x'.repeat(70_000)]
    for (const text of [...bad, Buffer.from([1, 2, 3])]) {
      const hostile = openBrowser(port)
      await hostile.opened
      hostile.socket.send(text)
      await hostile.closed
    }
    const huge = openBrowser(port)
    await huge.opened
    huge.socket.send('y'.repeat(6 * 1024 * 1024))
    await huge.closed
    agent.line?.send(honestId, 'still here')
    await vi.waitFor(() =>
      expect(honest.heard).toContainEqual(expect.objectContaining({ data: 'still here' })),
    )
  })

  test('ends who answers no ping, and keeps who does', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'Date'] })
    const { port } = await startHub()
    const honest = openBrowser(port)
    const hung = new WebSocket(`ws://127.0.0.1:${port}/browser`, {
      headers: { origin: extensionOrigin },
      autoPong: false,
    })
    const closed = once(hung, 'close')
    await Promise.all([honest.opened, once(hung, 'open')])
    for (let beat = 1; beat <= 4; beat += 1) {
      await vi.advanceTimersByTimeAsync(15_000)
      honest.socket.send(JSON.stringify({ type: 'ping' }))
      await vi.waitFor(() => expect(honest.heard.filter(isPong)).toHaveLength(beat))
    }
    await closed
    expect(honest.socket.readyState).toBe(WebSocket.OPEN)
  })

  test('that hangs is left by its agents after 40 s', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    const { port } = await startHub()
    const { line } = await joinAs(port)
    const onLeft = vi.fn()
    const closed = line?.closed.then(onLeft)
    await vi.advanceTimersByTimeAsync(39_000)
    expect(onLeft).not.toHaveBeenCalled()
    await vi.advanceTimersByTimeAsync(1_000)
    await closed
    expect(onLeft).toHaveBeenCalled()
  })

  test(
    'keeps who is vouched for, and stays open for one more, under a thousand connections',
    { timeout: 60_000 },
    async () => {
      const { port } = await startHub()
      const agent = await joinAs(port)
      const known = openBrowser(port)
      await vi.waitFor(() => expect(agent.browsers).toHaveLength(1))
      const [knownId = ''] = agent.browsers
      agent.line?.vouch(knownId)
      for (let batch = 0; batch < 10; batch += 1) {
        const flood = Array.from({ length: 100 }, (_, at) =>
          openSocket(port, at % 2 === 0 ? '/browser' : '/agent'),
        )
        await Promise.all(flood.map(({ opened, closed }) => Promise.race([opened, closed])))
      }
      await vi.waitFor(() => expect(agent.browsers.length).toBeLessThanOrEqual(33), 10_000)
      expect(agent.browsers).toContain(knownId)
      agent.line?.send(knownId, 'still here')
      await vi.waitFor(() =>
        expect(known.heard).toContainEqual(expect.objectContaining({ data: 'still here' })),
      )
      const late = openBrowser(port)
      await vi.waitFor(() => expect(late.heard).toMatchObject([{ type: 'welcome' }]), 5_000)
      expect((await joinAs(port)).line).toBeDefined()
    },
  )
})
