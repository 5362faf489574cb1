import { createServer, type IncomingMessage, type Server } from 'node:http'
import type { Duplex } from 'node:stream'
import { WebSocketServer, type WebSocket } from 'ws'
import { extensionOrigin, maxFrameBytes } from '../protocol/agent-link.ts'

export type HubRole = 'browser' | 'agent'

/**
 * The server of a hub: on 127.0.0.1 alone, and nothing but two WebSocket paths. Rejects when the port is taken. A web
 * page cannot get in, for its requests carry an origin or a host of its own; nothing is answered that a page could read.
 */
export async function openDoor(
  port: number,
  onSocket: (role: HubRole, socket: WebSocket) => void,
): Promise<Server> {
  const sockets = new WebSocketServer({ noServer: true, maxPayload: maxFrameBytes, clientTracking: false })
  const server = createServer({ connectionsCheckingInterval: 1_000 }, (_request, response) => {
    response.writeHead(404, { connection: 'close' }).end()
  })
  server.headersTimeout = 5_000
  server.requestTimeout = 5_000
  server.on('upgrade', (request: IncomingMessage, socket: Duplex, head: Buffer) => {
    socket.on('error', () => socket.destroy())
    const role = roleOf(request, port)
    if (typeof role === 'number') refuse(socket, role)
    else sockets.handleUpgrade(request, socket, head, (accepted) => onSocket(role, accepted))
  })
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen({ port, host: '127.0.0.1', exclusive: true }, () => {
      server.off('error', reject)
      resolve()
    })
  })
  server.on('error', () => undefined)
  return server
}

/** The role that path, host and origin together allow, or the HTTP status to refuse with. */
function roleOf({ url, headers }: IncomingMessage, port: number): HubRole | 401 | 404 {
  if (url !== '/browser' && url !== '/agent') return 404
  if (headers.host !== `127.0.0.1:${port}`) return 401
  if (url === '/browser') return headers.origin === extensionOrigin ? 'browser' : 401
  return headers.origin === undefined ? 'agent' : 401
}

function refuse(socket: Duplex, status: 401 | 404): void {
  const reason = status === 401 ? 'Unauthorized' : 'Not Found'
  socket.end(`HTTP/1.1 ${status} ${reason}\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`)
}
