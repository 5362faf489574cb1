import { WebSocket } from 'ws'
import { maxFrameBytes } from '../protocol/agent-link.ts'
import { randomBase64, type Bytes } from '../protocol/agent-link-bytes.ts'
import { fromHubSchema, type FromHub, type ToHub } from '../protocol/agent-link-hub.ts'
import { parseMessage } from '../protocol/agent-link-json.ts'
import { isHubProof, proveAtHub, type JoinFacts } from './hub-proof.ts'

/** A hub's word about browsers, while a line is open. */
export type LineEvents = {
  /** Before any other; the line may send from here on. */
  onOpen: (line: HubLine) => void
  onBrowser: (browserId: string) => void
  onBrowserLeft: (browserId: string) => void
  onFrame: (browserId: string, data: string) => void
}

/** An agent's connection to a hub of the same user. */
export type HubLine = {
  port: number
  send: (browserId: string, data: string) => void
  vouch: (browserId: string) => void
  close: () => void
  /** Resolves when the line has ended, for whatever reason. */
  closed: Promise<void>
}

const joinTimeoutMs = 1_000
/** A hub pings every 15 s; one that hangs is as good as gone. */
const silenceLimitMs = 40_000

/** Joins the hub on a port; undefined when what listens there, if anything, is no hub of this user. */
export function joinHub(port: number, key: Bytes, events: LineEvents): Promise<HubLine | undefined> {
  return new Promise((resolve) => {
    const joining = new Joining(port, key, events, resolve)
    joining.start()
  })
}

class Joining {
  readonly #port: number
  readonly #key: Bytes
  readonly #events: LineEvents
  readonly #settle: (line: HubLine | undefined) => void
  readonly #socket: WebSocket
  readonly #closed: Promise<void>
  #facts: JoinFacts | undefined
  #isIn = false
  #last: Promise<void> = Promise.resolve()

  constructor(port: number, key: Bytes, events: LineEvents, settle: (line: HubLine | undefined) => void) {
    this.#port = port
    this.#key = key
    this.#events = events
    this.#settle = settle
    this.#socket = new WebSocket(`ws://127.0.0.1:${port}/agent`, {
      maxPayload: maxFrameBytes,
      handshakeTimeout: joinTimeoutMs,
      perMessageDeflate: false,
    })
    this.#closed = new Promise((resolve) => this.#socket.on('close', () => resolve()))
  }

  start(): void {
    const socket = this.#socket
    const joinTimer = setTimeout(() => {
      if (!this.#isIn) socket.terminate()
    }, joinTimeoutMs)
    const silenceTimer = setTimeout(() => socket.terminate(), silenceLimitMs)
    socket.on('ping', () => silenceTimer.refresh())
    socket.on('error', () => socket.terminate())
    socket.on('close', () => {
      clearTimeout(joinTimer)
      clearTimeout(silenceTimer)
      this.#settle(undefined)
    })
    socket.on('message', (data) => {
      const text = Buffer.isBuffer(data) ? data.toString('utf8') : ''
      this.#last = this.#last.then(() => this.#receive(text))
    })
  }

  async #receive(text: string): Promise<void> {
    const message = parseMessage(text, fromHubSchema, maxFrameBytes)
    if (message === undefined) return
    if (this.#isIn) this.#tell(message)
    else if (message.type === 'challenge' && this.#facts === undefined) await this.#answer(message.nonce)
    else if (message.type === 'welcome') await this.#enter(message)
    else this.#socket.terminate()
  }

  async #answer(hubNonce: string): Promise<void> {
    const facts = { port: this.#port, hubNonce, agentNonce: randomBase64(32) }
    this.#facts = facts
    const mac = await proveAtHub(this.#key, 'agent', facts)
    this.#post({ type: 'join', nonce: facts.agentNonce, mac })
  }

  async #enter({ mac, peers }: FromHub & { type: 'welcome' }): Promise<void> {
    const facts = this.#facts
    const isOurs =
      facts !== undefined && mac !== undefined && (await isHubProof(this.#key, 'hub', facts, mac))
    if (!isOurs || this.#socket.readyState !== this.#socket.OPEN) {
      this.#socket.terminate()
      return
    }
    this.#isIn = true
    const line: HubLine = {
      port: this.#port,
      closed: this.#closed,
      send: (to, data) => this.#post({ type: 'frame', to, data }),
      vouch: (browserId) => this.#post({ type: 'vouch', for: browserId }),
      close: () => this.#socket.terminate(),
    }
    this.#events.onOpen(line)
    this.#settle(line)
    for (const id of peers) this.#events.onBrowser(id)
  }

  #tell(message: FromHub): void {
    if (message.type === 'joined') this.#events.onBrowser(message.id)
    else if (message.type === 'left') this.#events.onBrowserLeft(message.id)
    else if (message.type === 'frame') this.#events.onFrame(message.from, message.data)
  }

  #post(message: ToHub): void {
    if (this.#socket.readyState === this.#socket.OPEN) this.#socket.send(JSON.stringify(message))
  }
}
