import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { WebSocket as NodeSocket } from 'ws'
import type { AgentRequestHandlers, AgentSession } from '../../src/background/link/agent-session.ts'
import { createLink, type Link } from '../../src/background/link/link.ts'
import { extensionOrigin, type AgentUpdate } from '../../src/protocol/agent-link.ts'
import type { PairedAgent } from '../../src/background/link/agent-peer.ts'

/** What outlives a worker: agents, calls with their outcomes, and how often each tool really ran. */
export type BrowserMemory = {
  agents: Map<string, PairedAgent>
  blocked: Set<string>
  calls: Map<string, AgentUpdate & { agentId: string; tool: string; input: unknown }>
  acknowledged: Set<string>
  runs: string[]
  requests: { type: string; input: unknown; session: AgentSession }[]
}

export const createMemory = (): BrowserMemory => ({
  agents: new Map(),
  blocked: new Set(),
  calls: new Map(),
  acknowledged: new Set(),
  runs: [],
  requests: [],
})

export type BrowserModel = {
  link: Link
  memory: BrowserMemory
  approve(confirmId: string): void
  reject(confirmId: string, note?: string): void
  /** The next call does not arrive: the connection breaks under it. */
  loseNextCall(): void
  held(): (AgentUpdate & { agentId: string; tool: string; input: unknown })[]
  /** Connects until there are as many sessions. */
  untilSessions(count: number): Promise<AgentSession[]>
  /** As a killed worker: the sockets end and nothing more is done. */
  kill(): void
}

export type ModelOptions = {
  ports: number[]
  memory?: BrowserMemory
  /** How long `slow` runs. */
  slowMs?: number
  page?: string
}

const readOnlyTools = new Set(['read', 'slow_read', 'huge'])

/**
 * A browser with one shared page, made of the extension's real end of the link: `read`, `slow_read` and `huge` run at
 * once, `write` asks, `quick_write` and `slow` run unasked.
 */
export function openBrowserModel(options: ModelOptions): BrowserModel {
  const { ports, memory = createMemory(), slowMs = 400, page = 'p1' } = options
  let isDead = false
  let isLosing = false
  const tell = (update: AgentUpdate): void => {
    const call = memory.calls.get(update.callId)
    if (call === undefined) return
    memory.calls.set(update.callId, { ...call, ...update })
    if (!isDead) link.send(call.agentId, { event: 'update', update: publicUpdate(update.callId) })
  }
  const publicUpdate = (callId: string): AgentUpdate => {
    const { agentId: _agentId, tool, input: _input, ...update } = memory.calls.get(callId) ?? never(callId)
    return { ...update, isReadOnly: readOnlyTools.has(tool) }
  }
  const settle = (callId: string, result: AgentUpdate['result'] & object): void =>
    tell({ callId, state: 'settled', result })
  const run = (callId: string, tool: string, input: unknown): void => {
    memory.runs.push(callId)
    if (tool === 'huge') settle(callId, { status: 'ok', data: 'x'.repeat(2_000_000) })
    else if (tool.startsWith('slow')) {
      void sleep(slowMs).then(() => settle(callId, { status: 'ok', data: { did: tool, input } }))
    } else settle(callId, { status: 'ok', data: { did: tool, input } })
  }
  const find = (id: string): AgentUpdate | undefined => {
    const call = memory.calls.get(id) ?? [...memory.calls.values()].find(({ confirmId }) => confirmId === id)
    return call && publicUpdate(call.callId)
  }
  const decide = (confirmId: string, result?: AgentUpdate['result']): void => {
    const call = [...memory.calls.values()].find((each) => each.confirmId === confirmId)
    if (call === undefined) throw new Error(`Nothing is held under ${confirmId}`)
    if (result !== undefined) settle(call.callId, result)
    else {
      tell({ callId: call.callId, confirmId, state: 'running' })
      run(call.callId, call.tool, call.input)
    }
  }
  const handlers: AgentRequestHandlers = {
    pages: async () => ({
      pages: [{ page, title: 'Shop', origin: 'https://shop.example', active: true, rev: 1 }],
      outcomes: [...memory.calls.values()]
        .filter(({ callId, state }) => state === 'settled' && !memory.acknowledged.has(callId))
        .map(({ callId, tool, result }) => ({ id: callId, callId, tool, status: result?.status ?? 'error' })),
    }),
    tools: async ({ page: asked }) =>
      asked === page
        ? {
            page,
            rev: 1,
            tools: ['read', 'slow_read', 'write', 'quick_write', 'slow', 'huge'].map((name) => ({
              name,
              description: `Does ${name}`,
              hints: { readOnly: readOnlyTools.has(name) },
            })),
          }
        : { status: 'refused', code: 'page_unavailable', message: 'No such page' },
    describe: async ({ tool }) => ({
      name: tool,
      description: `Does ${tool}`,
      hints: { readOnly: readOnlyTools.has(tool) },
      inputSchema: { type: 'object' },
    }),
    call: async ({ callId, tool, input }, { agentId }) => {
      if (isLosing) {
        link.close()
        return new Promise(() => undefined)
      }
      if (memory.calls.has(callId)) return publicUpdate(callId)
      const isHeld = tool === 'write'
      const stands: AgentUpdate = isHeld
        ? { callId, confirmId: randomUUID(), state: 'held', summary: 'Write it', changes: [] }
        : { callId, state: 'running' }
      memory.calls.set(callId, { ...stands, agentId, tool, input })
      if (!isHeld) run(callId, tool, input)
      return publicUpdate(callId)
    },
    outcomes: async ({ ids }) => ({ outcomes: ids.map((id) => ({ id, update: find(id) ?? null })) }),
    undo: async ({ callId, undoOf }, { agentId }) => {
      const isKnown = memory.calls.has(undoOf)
      const result = isKnown
        ? ({ status: 'ok', data: { undone: undoOf } } as const)
        : ({ status: 'refused', code: 'undo_unavailable', message: 'Nothing to undo' } as const)
      memory.calls.set(callId, { callId, agentId, tool: 'undo', input: {}, state: 'settled', result })
      return publicUpdate(callId)
    },
    cancel: async ({ callId, isDisclosed }) => {
      const call = memory.calls.get(callId)
      const isHeld = call?.state === 'held' && !isDisclosed
      const isReading = call?.state === 'running' && readOnlyTools.has(call.tool)
      if (isHeld || isReading) settle(callId, { status: 'cancelled', by: 'signal' })
      return {}
    },
    access: async ({ requestId }, { agentId }) => {
      const stands = {
        callId: requestId,
        confirmId: randomUUID(),
        state: 'held',
        summary: 'Share it',
      } as const
      memory.calls.set(requestId, { ...stands, agentId, tool: 'access', input: {} })
      return publicUpdate(requestId)
    },
    acknowledge: async ({ callIds }) => {
      for (const callId of callIds) memory.acknowledged.add(callId)
      return {}
    },
    pong: async () => ({}),
  }
  const link: Link = createLink({
    ports: () => ports,
    agents: {
      findSecret: async (agentId) => memory.agents.get(agentId)?.secret,
      isBlocked: async (agentId) => memory.blocked.has(agentId),
      onPaired: async (agent) => void memory.agents.set(agent.agentId, agent),
    },
    handlers: recordRequests(handlers, memory),
    onSession: () => undefined,
    openSocket: (url) => new NodeSocket(url, { origin: extensionOrigin }) as unknown as WebSocket,
  })
  return {
    link,
    memory,
    approve: (confirmId) => decide(confirmId),
    reject: (confirmId, note) =>
      decide(confirmId, { status: 'cancelled', by: 'operator', ...(note === undefined ? {} : { note }) }),
    loseNextCall: () => {
      isLosing = true
    },
    held: () => [...memory.calls.values()].filter(({ state }) => state === 'held'),
    async untilSessions(count) {
      while (link.status().sessions.length !== count) {
        await link.connect()
        await sleep(20)
      }
      return link.status().sessions
    },
    kill() {
      isDead = true
      link.close()
    },
  }
}

function recordRequests(handlers: AgentRequestHandlers, memory: BrowserMemory): AgentRequestHandlers {
  const recorded = Object.entries(handlers).map(([type, handle]) => [
    type,
    (input: never, session: AgentSession) => {
      memory.requests.push({ type, input, session })
      return handle(input, session)
    },
  ])
  return Object.fromEntries(recorded) as AgentRequestHandlers
}

const never = (callId: string): never => {
  throw new Error(`No call ${callId}`)
}
