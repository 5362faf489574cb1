import type { AgentEvent } from '../../protocol/agent-link.ts'
import { AgentPeer, type AgentLabel, type LinkAgents } from './agent-peer.ts'
import type { AgentRequestHandlers, AgentSession } from './agent-session.ts'
import { HubSocket, type HubState } from './hub-socket.ts'
import { pairByCode, type PairOutcome } from './pair-by-code.ts'

export type LinkOptions = {
  /** Asked at each `connect`. */
  ports: () => readonly number[] | Promise<readonly number[]>
  agents: LinkAgents
  handlers: AgentRequestHandlers
  onSession: (change: { type: 'opened' | 'closed'; session: AgentSession }) => void
  openSocket?: (url: string) => WebSocket
  isListening?: (port: number) => Promise<boolean>
}

export type LinkStatus = {
  hubs: { port: number; state: HubState; version?: string }[]
  sessions: AgentSession[]
  /** Agents that are not paired with this browser, as they name themselves. */
  waiting: (AgentLabel & { since: number })[]
}

type Connected = { peer: AgentPeer; hub: HubSocket }

const maxAgents = 256
/** While a person waits for an agent to be found. */
const searchEveryMs = 500
/** A hub that ends is followed by another within a second, on the same port or the next. */
const retryAfterMs = [50, 200, 400, 700, 1_200]

/**
 * The browser's end of every agent's connection. It holds nothing that must outlive the worker: made anew at each start,
 * it finds hubs and agents again by `connect`.
 */
export const createLink = (options: LinkOptions): Link => new Link(options)

export class Link {
  readonly #options: LinkOptions
  readonly #hubs = new Map<number, HubSocket>()
  readonly #agents = new Map<string, Connected>()
  readonly #listeners = new Set<(status: LinkStatus) => void>()

  constructor(options: LinkOptions) {
    this.#options = options
  }

  /** Looks at every port that is not connected; cheap, to be called often. */
  async connect(): Promise<void> {
    const ports = await this.#options.ports()
    for (const [port, hub] of this.#hubs) if (!ports.includes(port)) this.#dropHub(port, hub)
    const now = Date.now()
    for (const peer of this.#peers()) if (peer.isDueAt(now)) void peer.meet()
    await Promise.all(ports.map((port) => (this.#hubs.get(port) ?? this.#addHub(port)).connect()))
  }

  /** Tries a typed code on every agent that waits. */
  async pair(code: string): Promise<PairOutcome> {
    await this.connect()
    const nextChange = async (timeoutMs: number): Promise<void> => {
      await this.#nextChange(Math.min(timeoutMs, searchEveryMs))
      await this.connect()
    }
    return pairByCode(code, () => this.#peers(), nextChange)
  }

  /** To all sessions of an agent; gives how many there were. */
  send(agentId: string, event: AgentEvent): number {
    return this.#peers().filter((peer) => peer.session?.agentId === agentId && peer.send(event)).length
  }

  /** Ends an agent's sessions and starts over with all its processes: who it is and whether it may is asked again. */
  meetAgain(agentId: string): void {
    for (const peer of this.#peers()) if (peer.agentId === agentId) void peer.meet()
  }

  status(): LinkStatus {
    return {
      hubs: [...this.#hubs.values()].map(statusOf),
      sessions: this.#peers().flatMap((peer) => peer.session ?? []),
      waiting: this.#peers().flatMap((peer) => peer.waiting ?? []),
    }
  }

  /** What is there at this moment: hubs that answer within the time, and sessions whose agents do. */
  async look(timeoutMs: number): Promise<Pick<LinkStatus, 'hubs' | 'sessions'>> {
    await this.connect()
    const [hubs, peers] = await Promise.all([
      keepAnswering([...this.#hubs.values()], timeoutMs),
      keepAnswering(this.#peers(), timeoutMs),
    ])
    return { hubs: hubs.map(statusOf), sessions: peers.flatMap((peer) => peer.session ?? []) }
  }

  watch(listener: (status: LinkStatus) => void, signal?: AbortSignal): void {
    this.#listeners.add(listener)
    signal?.addEventListener('abort', () => this.#listeners.delete(listener), { once: true })
  }

  close(): void {
    for (const [port, hub] of this.#hubs) this.#dropHub(port, hub)
  }

  #peers(): AgentPeer[] {
    return [...this.#agents.values()].map(({ peer }) => peer)
  }

  #changed(): void {
    for (const listener of this.#listeners) listener(this.status())
  }

  #nextChange(timeoutMs: number): Promise<void> {
    return new Promise((resolve) => {
      const settle = (): void => {
        clearTimeout(timer)
        this.#listeners.delete(settle)
        resolve()
      }
      const timer = setTimeout(settle, Math.max(0, timeoutMs))
      this.#listeners.add(settle)
    })
  }

  #addHub(port: number): HubSocket {
    const hub: HubSocket = new HubSocket({
      port,
      openSocket: this.#options.openSocket ?? ((url) => new WebSocket(url)),
      isListening: this.#options.isListening ?? isListening,
      onAgent: (id) => this.#addAgent(hub, id),
      onAgentLeft: (id) => this.#removeAgent(`${port}/${id}`),
      onFrame: (id, data) => this.#agents.get(`${port}/${id}`)?.peer.receive(data),
      onState: (state) => (state === 'closed' ? this.#onHubClosed(hub) : this.#changed()),
    })
    this.#hubs.set(port, hub)
    return hub
  }

  #dropHub(port: number, hub: HubSocket): void {
    this.#hubs.delete(port)
    hub.close()
  }

  #onHubClosed(hub: HubSocket): void {
    const gone = [...this.#agents].filter(([, agent]) => agent.hub === hub)
    for (const [key] of gone) this.#removeAgent(key)
    if (gone.length > 0 && this.#hubs.has(hub.port)) {
      for (const delayMs of retryAfterMs) setTimeout(() => void this.connect(), delayMs)
    }
    this.#changed()
  }

  #addAgent(hub: HubSocket, connectionId: string): void {
    const key = `${hub.port}/${connectionId}`
    if (this.#agents.has(key) || this.#agents.size >= maxAgents) return
    const peer = new AgentPeer({
      port: hub.port,
      agents: this.#options.agents,
      handlers: this.#options.handlers,
      send: (message) => hub.send(connectionId, message),
      onChange: () => this.#changed(),
      onSession: (change) => {
        this.#options.onSession(change)
        if (change.type === 'opened') this.#meetOthersOf(change.session.agentId)
      },
    })
    this.#agents.set(key, { peer, hub })
    void peer.meet()
  }

  #removeAgent(key: string): void {
    this.#agents.get(key)?.peer.close()
    this.#agents.delete(key)
    this.#changed()
  }

  /** A secret that one process of an agent just made is good for its other processes too. */
  #meetOthersOf(agentId: string): void {
    for (const peer of this.#peers()) if (peer.waiting?.agentId === agentId) void peer.meet()
  }
}

const statusOf = ({ port, state, version }: HubSocket): LinkStatus['hubs'][number] => ({
  port,
  state,
  ...(version === undefined ? {} : { version }),
})

async function keepAnswering<T extends { answers(timeoutMs: number): Promise<boolean> }>(
  asked: readonly T[],
  timeoutMs: number,
): Promise<T[]> {
  const answers = await Promise.all(asked.map((one) => one.answers(timeoutMs)))
  return asked.filter((_, at) => answers[at])
}

async function isListening(port: number): Promise<boolean> {
  try {
    const options: RequestInit = { method: 'HEAD', credentials: 'omit', cache: 'no-store' }
    await fetch(`http://127.0.0.1:${port}/`, { ...options, signal: AbortSignal.timeout(1_000) })
    return true
  } catch {
    return false
  }
}
