import { randomUUID } from 'node:crypto'
import type { Server } from 'node:http'
import type { WebSocket } from 'ws'
import packageFacts from '../../package.json' with { type: 'json' }
import { maxFrameBytes } from '../protocol/agent-link.ts'
import { randomBase64, type Bytes } from '../protocol/agent-link-bytes.ts'
import { toHubSchema, type FromHub, type ToHub } from '../protocol/agent-link-hub.ts'
import { parseMessage } from '../protocol/agent-link-json.ts'
import { openDoor, type HubRole } from './hub-door.ts'
import { isHubProof, proveAtHub } from './hub-proof.ts'

type Connection = {
  id: string
  role: HubRole
  socket: WebSocket
  heardAt: number
  hubNonce: string
  /** Browsers are in at once, agents once they proved that they are of the same user. */
  isIn: boolean
  /** An agent that is in says that this browser holds a secret. */
  isVouched: boolean
}

/** How many may be there whom nobody vouches for. The oldest of them makes room for one more. */
const maxStrangers = 32
const maxAgents = 128
const joinTimeoutMs = 2_000
const beatEveryMs = 15_000
const maxStrangerFrameLength = 65_536
const maxBufferedBytes = 4 * maxFrameBytes

/** Opens a hub; rejects when the port is taken. */
export async function openHub(port: number, key: Bytes): Promise<Hub> {
  const hub = new Hub(port, key)
  await hub.open()
  return hub
}

/**
 * Where browsers and agents of one user meet. It hands out ids, tells each side who comes and goes, and relays frames
 * that it cannot read; who may do what is settled between the two ends.
 */
export class Hub {
  readonly #port: number
  readonly #key: Bytes
  readonly #connections = new Map<string, Connection>()
  #server: Server | undefined
  #timer: ReturnType<typeof setInterval> | undefined

  constructor(port: number, key: Bytes) {
    this.#port = port
    this.#key = key
  }

  async open(): Promise<void> {
    this.#server = await openDoor(this.#port, (role, socket) => this.#admit(role, socket))
    this.#timer = setInterval(() => this.#beat(), beatEveryMs)
  }

  close(): void {
    clearInterval(this.#timer)
    this.#server?.close()
    for (const { socket } of this.#connections.values()) socket.terminate()
    this.#server?.closeAllConnections()
  }

  #admit(role: HubRole, socket: WebSocket): void {
    const connection: Connection = {
      id: randomUUID(),
      role,
      socket,
      heardAt: Date.now(),
      hubNonce: randomBase64(32),
      isIn: false,
      isVouched: false,
    }
    this.#connections.set(connection.id, connection)
    socket.on('message', (data, isBinary) => {
      // Text arrives as one Buffer: `binaryType` is left at its default.
      if (!isBinary && Buffer.isBuffer(data)) this.#receive(connection, data.toString('utf8'))
      else socket.terminate()
    })
    socket.on('pong', () => (connection.heardAt = Date.now()))
    socket.on('error', () => socket.terminate())
    socket.on('close', () => this.#forget(connection))
    this.#makeRoom(role)
    if (role === 'browser') this.#letIn(connection)
    else this.#challenge(connection)
  }

  #challenge(connection: Connection): void {
    post(connection, { type: 'challenge', nonce: connection.hubNonce })
    setTimeout(() => {
      if (!connection.isIn) connection.socket.terminate()
    }, joinTimeoutMs).unref()
  }

  #makeRoom(role: HubRole): void {
    const strangers = [...this.#connections.values()].filter(
      (each) => each.role === role && (role === 'browser' ? !each.isVouched : !each.isIn),
    )
    for (const { socket } of strangers.slice(0, -maxStrangers)) socket.terminate()
  }

  #letIn(connection: Connection, mac?: string): void {
    const others = this.#othersOf(connection)
    connection.isIn = true
    post(connection, {
      type: 'welcome',
      version: packageFacts.version,
      id: connection.id,
      port: this.#port,
      peers: others.map(({ id }) => id),
      ...(mac === undefined ? {} : { mac }),
    })
    for (const other of others) post(other, { type: 'joined', id: connection.id })
  }

  #forget(connection: Connection): void {
    this.#connections.delete(connection.id)
    if (!connection.isIn) return
    for (const other of this.#othersOf(connection)) post(other, { type: 'left', id: connection.id })
  }

  #othersOf({ role }: Connection): Connection[] {
    return [...this.#connections.values()].filter((each) => each.role !== role && each.isIn)
  }

  #receive(from: Connection, text: string): void {
    from.heardAt = Date.now()
    const isStranger = from.role === 'browser' ? !from.isVouched : !from.isIn
    const message = parseMessage(text, toHubSchema, isStranger ? maxStrangerFrameLength : maxFrameBytes)
    if (message === undefined) from.socket.terminate()
    else if (message.type === 'ping') post(from, { type: 'pong' })
    else if (message.type === 'join') void this.#join(from, message)
    else if (!from.isIn) from.socket.terminate()
    else if (message.type === 'frame') this.#relay(from, message)
    else this.#vouch(from, message.for)
  }

  async #join(from: Connection, { nonce, mac }: ToHub & { type: 'join' }): Promise<void> {
    const facts = { port: this.#port, hubNonce: from.hubNonce, agentNonce: nonce }
    const isOurs = from.role === 'agent' && !from.isIn && (await isHubProof(this.#key, 'agent', facts, mac))
    if (!isOurs || this.#countAgents() >= maxAgents) from.socket.terminate()
    else this.#letIn(from, await proveAtHub(this.#key, 'hub', facts))
  }

  #countAgents(): number {
    return [...this.#connections.values()].filter(({ role, isIn }) => role === 'agent' && isIn).length
  }

  #relay(from: Connection, { to, data }: ToHub & { type: 'frame' }): void {
    const target = this.#connections.get(to)
    if (target === undefined || !target.isIn || target.role === from.role) return
    if (target.socket.bufferedAmount > maxBufferedBytes) target.socket.terminate()
    else post(target, { type: 'frame', from: from.id, data })
  }

  #vouch(from: Connection, browserId: string): void {
    const browser = this.#connections.get(browserId)
    if (from.role === 'agent' && browser?.role === 'browser') browser.isVouched = true
  }

  /** A peer that is gone without a word, or hangs, is noticed within two beats. */
  #beat(): void {
    const limit = Date.now() - 2 * beatEveryMs - 1_000
    for (const { socket, heardAt } of this.#connections.values()) {
      if (heardAt < limit) socket.terminate()
      else socket.ping()
    }
  }
}

function post({ socket }: Connection, message: FromHub): void {
  if (socket.readyState === socket.OPEN) socket.send(JSON.stringify(message))
}
