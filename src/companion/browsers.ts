import { EventEmitter, once } from 'node:events'
import type { AgentEvent, AgentUpdate } from '../protocol/agent-link.ts'
import { BrowserPeer, type AgentSelf, type Opened } from './browser-peer.ts'
import { BrowserSession } from './browser-session.ts'
import type { HubLine, LineEvents } from './hub-line.ts'

export type Unreachable = 'not_paired' | 'not_connected' | 'blocked'

type BrowsersEvents = {
  opened: [session: BrowserSession]
  closed: [session: BrowserSession]
  update: [update: AgentUpdate, session: BrowserSession]
  paired: []
  /** Something that a wait for a browser depends on. */
  change: []
}

/** How long a fresh process waits for a browser to find it, and an older one. */
const patience = { atStartMs: 10_000, laterMs: 2_000 }
/** How long another browser may take to show itself after one said that it does not know this agent. */
const othersMs = 500

/** All browsers at the hub: which of them this agent can talk to, and why it can not. */
export class Browsers extends EventEmitter<BrowsersEvents> implements LineEvents {
  readonly #self: AgentSelf
  readonly #startedAt = Date.now() - Math.round(process.uptime() * 1_000)
  readonly #peers = new Map<string, BrowserPeer>()
  readonly #sessions = new Map<string, BrowserSession>()
  readonly #strangers = new Set<string>()
  readonly #blocking = new Set<string>()
  #line: HubLine | undefined

  constructor(self: AgentSelf) {
    super()
    this.setMaxListeners(0)
    this.#self = self
  }

  get sessions(): BrowserSession[] {
    return [...this.#sessions.values()]
  }

  get peerCount(): number {
    return this.#peers.size
  }

  /** A session of a browser, by the secret it shares with this agent. */
  findSession(browserKey: string): BrowserSession | undefined {
    return this.sessions.find((session) => session.browserKey === browserKey)
  }

  /** The sessions there are; waits for one as long as a person would expect. Rejects when the signal aborts. */
  async reach(signal: AbortSignal): Promise<BrowserSession[] | Unreachable> {
    const deadline = Math.max(this.#startedAt + patience.atStartMs, Date.now() + patience.laterMs)
    const othersBy = Date.now() + othersMs
    while (this.#sessions.size === 0) {
      const { secrets } = await this.#self.readKeys()
      if (secrets.length === 0) return 'not_paired'
      const verdict = this.#verdict()
      const until = verdict === undefined ? deadline : othersBy
      if (Date.now() >= until) return verdict ?? 'not_connected'
      if (this.#sessions.size === 0) await this.#nextChange(until - Date.now(), signal)
    }
    return this.sessions
  }

  onOpen(line: HubLine): void {
    this.#line = line
    this.emit('change')
  }

  onBrowser(browserId: string): void {
    const line = this.#line
    if (line === undefined) return
    const peer = new BrowserPeer({
      port: line.port,
      self: this.#self,
      send: (message) => line.send(browserId, JSON.stringify(message)),
      onOpened: (opened) => this.#onOpened(browserId, opened),
      onMessage: (text) => this.#sessions.get(browserId)?.receive(text),
      onClosed: () => this.#onClosed(browserId),
      onUnknown: () => {
        this.#strangers.add(browserId)
        this.#blocking.delete(browserId)
        this.#self.code.current()
        this.emit('change')
      },
    })
    this.#peers.set(browserId, peer)
    this.emit('change')
  }

  onBrowserLeft(browserId: string): void {
    this.#peers.get(browserId)?.close()
    this.#peers.delete(browserId)
    this.#strangers.delete(browserId)
    this.#blocking.delete(browserId)
    this.emit('change')
  }

  onFrame(browserId: string, data: string): void {
    this.#peers.get(browserId)?.receive(data)
  }

  onLineClosed(): void {
    this.#line = undefined
    for (const browserId of this.#peers.keys()) this.onBrowserLeft(browserId)
  }

  #onOpened(browserId: string, { browserKey, send }: Opened): void {
    this.#strangers.delete(browserId)
    this.#blocking.delete(browserId)
    const session: BrowserSession = new BrowserSession({
      browserKey,
      send,
      onEvent: (event) => this.#onEvent(browserId, session, event),
      onHang: () => this.#line?.close(),
    })
    this.#sessions.set(browserId, session)
    this.#line?.vouch(browserId)
    this.emit('opened', session)
    this.emit('change')
  }

  #onClosed(browserId: string): void {
    const session = this.#sessions.get(browserId)
    if (session === undefined) return
    this.#sessions.delete(browserId)
    session.close()
    this.emit('closed', session)
    this.emit('change')
  }

  #onEvent(browserId: string, session: BrowserSession, event: AgentEvent): void {
    if (event.event === 'update') this.emit('update', event.update, session)
    else if (event.event === 'paired') this.emit('paired')
    else if (event.event === 'blocked') {
      this.#onClosed(browserId)
      this.#blocking.add(browserId)
      this.emit('change')
    }
  }

  #verdict(): Unreachable | undefined {
    if (this.#blocking.size > 0) return 'blocked'
    return this.#strangers.size > 0 ? 'not_paired' : undefined
  }

  async #nextChange(timeoutMs: number, signal: AbortSignal): Promise<void> {
    const timeout = AbortSignal.timeout(Math.max(1, timeoutMs))
    await once(this, 'change', { signal: AbortSignal.any([signal, timeout]) }).catch(() => undefined)
    signal.throwIfAborted()
  }
}
