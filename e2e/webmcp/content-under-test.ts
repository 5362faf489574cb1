import '../../src/core/jitless.ts'
import type { Card } from '../../src/core/confirmation.ts'
import { createRandomId } from '../../src/core/random-id.ts'
import { createRegistry, type RegistryEvents } from '../../src/core/registry.ts'
import type { ToolResult } from '../../src/core/result.ts'
import { createPageScriptChannel } from '../../src/content/page-script-channel.ts'
import { startFormSource } from '../../src/content/sources/forms.ts'
import { startWebMcpSource } from '../../src/content/sources/webmcp.ts'

// The content part of WebMCP as an isolated world of its own runs it, with a registry and no background.
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
startWebMcpSource(registry, { signal, window, channel })

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

type Approved = { cards: Card[]; result: ToolResult }

/** Calls and approves every card, as a person would who likes everything, and picks the same file wherever one is asked for. */
async function callApproved(
  tool: string,
  input: unknown,
  { file, ...options }: CallOptions & { file?: { name: string; text: string } } = {},
): Promise<Approved> {
  const callId = options.callId ?? createRandomId()
  const cards: Card[] = []
  const approve = (): void => {
    const state = registry.state(callId)
    if (state?.state !== 'held' && state?.state !== 'asking') return
    const { confirmId, digest, card } = state
    cards.push(card)
    const files = file && {
      files: Object.fromEntries(card.files.map(({ path }) => [path, [new File([file.text], file.name)]])),
    }
    const decision = { kind: 'approve' as const, decisionId: createRandomId(), confirmId, digest, ...files }
    void registry.decide(callId, decision)
  }
  registry.on('update', (update) => update.callId === callId && queueMicrotask(approve), signal)
  await call(tool, input, { ...options, callId, decision: 'hold' })
  return { cards, result: await settled(callId) }
}

/** Takes a call back, as the person does from the history. */
function undo(undoOf: string): Promise<ToolResult> {
  const callId = createRandomId()
  const common = { caller: 'human', agentId: 'agent', tool: '', input: {}, decision: 'run' } as const
  registry.start({ ...common, callId, confirmationTtlMs: 60_000, undoOf })
  return settled(callId)
}

/** Declared forms have a source of their own. */
const startForms = (): void =>
  void startFormSource(registry, {
    signal,
    document,
    isSensitiveName: () => false,
    navigations: new EventTarget(),
    pageScript: channel,
  })

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
  navigations,
  errors,
  updates,
  call,
  callApproved,
  undo,
  startForms,
  settled,
  createRandomId,
  end: () => lifetime.abort(),
}
export type UnderTest = typeof underTest
Object.assign(globalThis, { underTest })
