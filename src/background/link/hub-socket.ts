import { maxFrameBytes } from '../../protocol/agent-link.ts'
import type { FromBrowser } from '../../protocol/agent-link-handshake.ts'
import { fromHubSchema, type FromHub, type ToHub } from '../../protocol/agent-link-hub.ts'
import { parseMessage } from '../../protocol/agent-link-json.ts'
import { Hearing } from './hearing.ts'

export type HubState = 'closed' | 'connecting' | 'open'

export type HubSocketOptions = {
  port: number
  openSocket: (url: string) => WebSocket
  /** Whether anything listens there: a refused WebSocket makes the browser slow down the next ones. */
  isListening: (port: number) => Promise<boolean>
  onAgent: (connectionId: string) => void
  onAgentLeft: (connectionId: string) => void
  onFrame: (connectionId: string, data: string) => void
  onState: (state: HubState) => void
}

const pingEveryMs = 20_000
const silenceLimitMs = 50_000
const welcomeTimeoutMs = 5_000

/** The connection to whatever hub listens on one port. It is made again by `connect` alone. */
export class HubSocket {
  readonly #options: HubSocketOptions
  #socket: WebSocket | undefined
  #state: HubState = 'closed'
  #version: string | undefined
  #heardAt = 0
  readonly #hearing = new Hearing()
  #timer: ReturnType<typeof setInterval> | undefined

  constructor(options: HubSocketOptions) {
    this.#options = options
  }

  get port(): number {
    return this.#options.port
  }

  get state(): HubState {
    return this.#state
  }

  /** The companion's, where it told it. */
  get version(): string | undefined {
    return this.#state === 'open' ? this.#version : undefined
  }

  async connect(): Promise<void> {
    if (this.#state !== 'closed') {
      this.#checkSilence()
      return
    }
    this.#become('connecting')
    const isListening = await this.#options.isListening(this.port)
    if (this.state !== 'connecting') return
    if (isListening) this.#open()
    else this.#become('closed')
  }

  /** Whether the hub is there: asked now, and answered within the time. */
  async answers(timeoutMs: number): Promise<boolean> {
    if (this.#state !== 'open') return false
    this.#post({ type: 'ping' })
    return this.#hearing.next(timeoutMs)
  }

  send(to: string, message: FromBrowser): void {
    this.#post({ type: 'frame', to, data: JSON.stringify(message) })
  }

  close(): void {
    const socket = this.#socket
    this.#socket = undefined
    clearInterval(this.#timer)
    if (socket !== undefined) socket.close()
    if (this.#state !== 'closed') this.#become('closed')
  }

  #open(): void {
    const socket = this.#options.openSocket(`ws://127.0.0.1:${this.port}/browser`)
    this.#socket = socket
    this.#heardAt = Date.now()
    const isCurrent = (): boolean => this.#socket === socket
    socket.addEventListener('message', ({ data }) => {
      if (isCurrent() && typeof data === 'string') this.#receive(data)
    })
    socket.addEventListener('close', () => isCurrent() && this.close())
    socket.addEventListener('error', () => isCurrent() && this.close())
    this.#timer = setInterval(() => this.#beat(), pingEveryMs)
    setTimeout(() => {
      if (isCurrent() && this.#state === 'connecting') this.close()
    }, welcomeTimeoutMs)
  }

  #receive(data: string): void {
    this.#heardAt = Date.now()
    this.#hearing.hear()
    const message = parseMessage(data, fromHubSchema, maxFrameBytes)
    if (message !== undefined) this.#handle(message)
  }

  #handle(message: FromHub): void {
    const { onAgent, onAgentLeft, onFrame } = this.#options
    if (message.type === 'welcome') {
      this.#version = message.version
      this.#become('open')
      for (const id of message.peers) onAgent(id)
    } else if (this.#state !== 'open') return
    else if (message.type === 'joined') onAgent(message.id)
    else if (message.type === 'left') onAgentLeft(message.id)
    else if (message.type === 'frame') onFrame(message.from, message.data)
  }

  /** Sent by the extension itself: protocol pings of the other side do not keep a worker alive. */
  #beat(): void {
    this.#checkSilence()
    this.#post({ type: 'ping' })
  }

  #checkSilence(): void {
    if (this.#socket !== undefined && Date.now() - this.#heardAt > silenceLimitMs) this.close()
  }

  #post(message: ToHub): void {
    const socket = this.#socket
    if (socket?.readyState === socket?.OPEN) socket?.send(JSON.stringify(message))
  }

  #become(state: HubState): void {
    this.#state = state
    this.#options.onState(state)
  }
}
