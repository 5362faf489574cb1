import '../../src/core/jitless.ts'
import type { Decision } from '../../src/core/confirmation.ts'
import { createRandomId } from '../../src/core/random-id.ts'
import { createRegistry, type RegistryEvents } from '../../src/core/registry.ts'
import type { ToolResult } from '../../src/core/result.ts'
import { createPageScriptChannel } from '../../src/content/page-script-channel.ts'
import { startWebMcpSource } from '../../src/content/sources/webmcp.ts'

// The content part of WebMCP as an isolated world of its own runs it, with a registry and nothing else.
const lifetime = new AbortController()
const { signal } = lifetime
const navigations: string[] = []
const errors: { code: string; message: string; tool?: string }[] = []
const updates: RegistryEvents['update'][] = []

const registry = createRegistry({
  isDevelopment: true,
  onWillNavigate: async (callId) => void navigations.push(callId),
})
registry.on('error', ({ code, message, tool }) => errors.push({ code, message, ...(tool && { tool }) }))
registry.on('update', (update) => updates.push(update))
const channel = createPageScriptChannel(window, signal)
const source = startWebMcpSource(registry, { signal, window, channel })

type CallOptions = { callId?: string; decision?: 'run' | 'hold'; timeoutMs?: number }

const call = (tool: string, input: unknown, options: CallOptions = {}): Promise<ToolResult> =>
  registry.call({
    callId: options.callId ?? createRandomId(),
    caller: 'mcp',
    agentId: 'agent',
    tool,
    input,
    decision: options.decision ?? 'run',
    confirmationTtlMs: 60_000,
    ...(options.timeoutMs !== undefined && { timeoutMs: options.timeoutMs }),
  })

/** Calls and approves, as a person would who likes everything. */
async function callApproved(tool: string, input: unknown, options: CallOptions = {}): Promise<ToolResult> {
  const callId = options.callId ?? createRandomId()
  await call(tool, input, { ...options, callId, decision: 'hold' })
  const state = registry.state(callId)
  if (state?.state !== 'held') throw new Error(`Not held but ${state?.state ?? 'gone'}`)
  const decision: Decision = {
    kind: 'approve',
    decisionId: createRandomId(),
    confirmId: state.confirmId,
    digest: state.digest,
  }
  await registry.decide(callId, decision)
  return settled(callId)
}

const settled = (callId: string): Promise<ToolResult> =>
  new Promise((resolve) => {
    const look = (): void => {
      const state = registry.state(callId)
      if (state?.state === 'settled') resolve(state.result)
    }
    registry.on('update', look, signal)
    look()
  })

export const underTest = {
  registry,
  channel,
  source,
  navigations,
  errors,
  updates,
  call,
  callApproved,
  settled,
  createRandomId,
  end: () => lifetime.abort(),
}
export type UnderTest = typeof underTest
Object.assign(globalThis, { underTest })
