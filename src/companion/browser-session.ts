import * as z from 'zod/mini'
import {
  agentRequests,
  answerMessageSchema,
  maxMessageLength,
  type AgentEvent,
  type AgentRequestInput,
  type AgentRequestOutput,
  type AgentRequestType,
} from '../protocol/agent-link.ts'
import { parseMessage } from '../protocol/agent-link-json.ts'

/** The connection ended, or hung, before the answer; whether the request arrived is not known. */
export class LinkLost extends Error {}
/** The browser answered, but not with what was asked for. */
export class RequestFailed extends Error {}

type Pending = { resolve: (output: unknown) => void; reject: (error: Error) => void }

/** The longest a browser may take to say where a call stands; nothing it answers waits for a person. */
const answerTimeoutMs = 20_000

/** A proved connection to one browser: requests of this agent, sealed by whoever owns the channel. */
export class BrowserSession {
  /** Names the browser across connections: the secret that it shares with this agent. */
  readonly browserKey: string
  readonly #send: (text: string) => void
  readonly #onEvent: (event: AgentEvent) => void
  readonly #onHang: () => void
  readonly #pending = new Map<number, Pending>()
  #lastId = 0
  #isClosed = false

  constructor(options: {
    browserKey: string
    send: (text: string) => void
    onEvent: (event: AgentEvent) => void
    onHang: () => void
  }) {
    this.browserKey = options.browserKey
    this.#send = options.send
    this.#onEvent = options.onEvent
    this.#onHang = options.onHang
  }

  get isClosed(): boolean {
    return this.#isClosed
  }

  /** Rejects with `LinkLost` or `RequestFailed`. */
  async request<T extends AgentRequestType>(
    type: T,
    input: AgentRequestInput<T>,
  ): Promise<AgentRequestOutput<T>> {
    const output = await this.#ask(type, input)
    const parsed = z.safeParse(agentRequests[type].output, output)
    if (!parsed.success) throw new RequestFailed(`The browser gave no valid answer to ${type}`)
    // The table ties the schema at `type` to its output; the index loses that link.
    return parsed.data as AgentRequestOutput<T>
  }

  receive(text: string): void {
    const message = parseMessage(text, answerMessageSchema, maxMessageLength)
    if (message === undefined) return
    if ('event' in message && message.event === 'ping') this.#pong()
    else if ('event' in message) this.#onEvent(message)
    else this.#settle(message)
  }

  close(): void {
    this.#isClosed = true
    for (const { reject } of this.#pending.values()) reject(new LinkLost('The connection was lost'))
    this.#pending.clear()
  }

  #pong(): void {
    // A connection that ends meanwhile has nobody left who asks.
    this.request('pong', {}).catch(() => undefined)
  }

  #ask(type: string, input: unknown): Promise<unknown> {
    if (this.#isClosed) return Promise.reject(new LinkLost('The connection was lost'))
    const id = ++this.#lastId
    const text = JSON.stringify({ id, type, input })
    if (text.length > maxMessageLength) return Promise.reject(new RequestFailed('The request is too large'))
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => this.#onHang(), answerTimeoutMs)
      const after = (): void => clearTimeout(timer)
      this.#pending.set(id, {
        resolve: (output) => (after(), resolve(output)),
        reject: (error) => (after(), reject(error)),
      })
      this.#send(text)
    })
  }

  #settle(message: { id: number } & ({ output: unknown } | { issues: unknown } | { failure: string })): void {
    const pending = this.#pending.get(message.id)
    this.#pending.delete(message.id)
    if (pending === undefined) return
    if ('output' in message) pending.resolve(message.output)
    else pending.reject(new RequestFailed('failure' in message ? message.failure : 'invalid'))
  }
}
