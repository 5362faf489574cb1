import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { FromHub } from '../../protocol/agent-link-hub.ts'
import { HubSocket } from './hub-socket.ts'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

class SocketForTests extends EventTarget {
  readonly OPEN = 1
  readonly readyState = 1
  readonly sent: unknown[] = []
  readonly close = vi.fn()

  send(text: string): void {
    this.sent.push(JSON.parse(text))
  }

  say(message: FromHub): void {
    this.dispatchEvent(new MessageEvent('message', { data: JSON.stringify(message) }))
  }
}

const welcome: FromHub = { type: 'welcome', version: '1.0.0', id: 'b', port: 17_840, peers: ['a'] }

async function connectTo(isListening: () => Promise<boolean> = async () => true) {
  const socket = new SocketForTests()
  const openSocket = vi.fn(() => socket as unknown as WebSocket)
  const onAgent = vi.fn()
  const ignored = { onAgentLeft: vi.fn(), onFrame: vi.fn(), onState: vi.fn() }
  const hub = new HubSocket({ port: 17_840, openSocket, isListening, onAgent, ...ignored })
  const connected = hub.connect()
  await vi.advanceTimersByTimeAsync(0)
  return { hub, socket, openSocket, onAgent, connected }
}

describe('the connection to a hub', () => {
  it('is open once the hub says welcome, and names its agents', async () => {
    const { hub, socket, onAgent } = await connectTo()
    expect(hub.state).toBe('connecting')
    socket.say(welcome)
    expect(hub).toMatchObject({ state: 'open', version: '1.0.0' })
    expect(onAgent).toHaveBeenCalledWith('a')
  })

  it('is given up where nobody says welcome within 5 s', async () => {
    const { hub, socket } = await connectTo()
    await vi.advanceTimersByTimeAsync(5_000)
    expect(hub.state).toBe('closed')
    expect(socket.close).toHaveBeenCalled()
  })

  it('pings every 20 s, which keeps the worker alive, and stays while it is answered', async () => {
    const { hub, socket } = await connectTo()
    socket.say(welcome)
    for (let beat = 0; beat < 6; beat += 1) {
      await vi.advanceTimersByTimeAsync(20_000)
      socket.say({ type: 'pong' })
    }
    expect(socket.sent).toEqual(Array.from({ length: 6 }, () => ({ type: 'ping' })))
    expect(hub.state).toBe('open')
  })

  it('ends when the hub has been silent for 50 s', async () => {
    const { hub, socket } = await connectTo()
    socket.say(welcome)
    await vi.advanceTimersByTimeAsync(60_000)
    expect(hub.state).toBe('closed')
  })

  it('says whether the hub is there by asking it, whatever was heard before', async () => {
    const { hub, socket } = await connectTo()
    expect(await hub.answers(1_000)).toBe(false)
    socket.say(welcome)
    socket.sent.length = 0
    const answered = hub.answers(1_000)
    expect(socket.sent).toEqual([{ type: 'ping' }])
    socket.say({ type: 'pong' })
    expect(await answered).toBe(true)
    const unanswered = hub.answers(1_000)
    await vi.advanceTimersByTimeAsync(1_000)
    expect(await unanswered).toBe(false)
  })

  it('is not made where nothing listens, nor after it was closed', async () => {
    const silent = await connectTo(async () => false)
    expect(silent.hub.state).toBe('closed')
    let answer: ((isListening: boolean) => void) | undefined
    const late = await connectTo(() => new Promise((resolve) => (answer = resolve)))
    late.hub.close()
    answer?.(true)
    await late.connected
    expect(late.openSocket).not.toHaveBeenCalled()
    expect(late.hub.state).toBe('closed')
  })
})
