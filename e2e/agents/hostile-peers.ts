import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import { WebSocket, WebSocketServer } from 'ws'
import { extensionOrigin } from '../../src/protocol/agent-link.ts'
import type { FromHub } from '../../src/protocol/agent-link-hub.ts'

/** A program that forges the extension's origin, as any program of this machine can. */
export type ForgedBrowser = {
  /** Kinds of messages that agents sent to it. */
  heard(): string[]
  frames(): { from: string; data: string }[]
  agents(): string[]
  send(to: string, message: unknown): void
  close(): void
}

export async function forgeBrowser(port: number): Promise<ForgedBrowser> {
  const socket = new WebSocket(`ws://127.0.0.1:${port}/browser`, { origin: extensionOrigin })
  const frames: { from: string; data: string }[] = []
  const agents = new Set<string>()
  socket.on('error', () => undefined)
  socket.on('message', (data: Buffer) => {
    const message = JSON.parse(data.toString()) as FromHub
    if (message.type === 'welcome') for (const id of message.peers) agents.add(id)
    if (message.type === 'joined') agents.add(message.id)
    if (message.type === 'frame') frames.push(message)
  })
  await once(socket, 'open')
  return {
    heard: () => frames.map(({ data }) => (JSON.parse(data) as { kind: string }).kind),
    frames: () => frames,
    agents: () => [...agents],
    send: (to, message) => {
      const data = typeof message === 'string' ? message : JSON.stringify(message)
      socket.send(JSON.stringify({ type: 'frame', to, data }))
    },
    close: () => socket.terminate(),
  }
}

type Direction = 'to_agent' | 'to_browser'
export type Relay = { seen: { direction: Direction; text: string }[]; close(): void }

/** Listens where a hub should and passes everything on to the real one, perhaps altered. */
export async function relayBetween(
  port: number,
  hubPort: number,
  alter: (text: string, direction: Direction) => string = (text) => text,
): Promise<Relay> {
  const seen: Relay['seen'] = []
  const server = new WebSocketServer({ port, host: '127.0.0.1' })
  await once(server, 'listening')
  const pass = (to: WebSocket, text: string, direction: Direction): void => {
    seen.push({ direction, text })
    to.send(alter(text, direction))
  }
  server.on('connection', (browser) => {
    const hub = new WebSocket(`ws://127.0.0.1:${hubPort}/browser`, { origin: extensionOrigin })
    const waiting: string[] = []
    hub.on('open', () => waiting.forEach((text) => pass(hub, text, 'to_agent')))
    hub.on('message', (data: Buffer) => pass(browser, data.toString(), 'to_browser'))
    browser.on('message', (data: Buffer) => {
      if (hub.readyState === hub.OPEN) pass(hub, data.toString(), 'to_agent')
      else waiting.push(data.toString())
    })
    browser.on('close', () => hub.terminate())
    hub.on('close', () => browser.terminate())
    for (const socket of [hub, browser]) socket.on('error', () => socket.terminate())
  })
  return {
    seen,
    close() {
      for (const client of server.clients) client.terminate()
      server.close()
    },
  }
}

/** Another program that happens to listen on a port. */
export async function squat(port: number): Promise<Server> {
  const server = createServer((_request, response) => response.end('something else'))
  server.listen(port, '127.0.0.1')
  await once(server, 'listening')
  return server
}

/** A program that claims to be a hub, without the key that only this user's processes can read. */
export async function squatAsHub(port: number): Promise<{ joins: number; close(): void }> {
  const server = new WebSocketServer({ port, host: '127.0.0.1' })
  await once(server, 'listening')
  const hub = { joins: 0, close: () => server.close() }
  server.on('connection', (socket) => {
    socket.on('error', () => undefined)
    socket.send(JSON.stringify({ type: 'challenge', nonce: 'AAAA' }))
    socket.on('message', (data: Buffer) => {
      hub.joins += 1
      const { mac } = JSON.parse(data.toString()) as { mac?: string }
      socket.send(JSON.stringify({ type: 'welcome', id: 'x', port, peers: ['b'], mac: mac ?? 'AAAA' }))
    })
  })
  return hub
}
