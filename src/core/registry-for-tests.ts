import type { CallRequest, CallState, CallUpdate } from './call.ts'
import type { Approval, Card, Decision } from './confirmation.ts'
import { createRegistry, type Registry, type RegistryEvents, type RegistryOptions } from './registry.ts'
import type { ToolResult } from './result.ts'
import type { ToolDefinition } from './tool.ts'
import { readAnySchema } from './zod-schema.ts'

let serial = 0
const nextId = (kind: string): string => `${kind}-${++serial}`

/** A call by an agent that nobody holds; `more` says what is different. */
export const requestOf = (
  tool: string,
  input: unknown = {},
  more: Partial<CallRequest> = {},
): CallRequest => ({
  callId: nextId('call'),
  caller: 'mcp',
  agentId: 'agent',
  tool,
  input,
  decision: 'run',
  confirmationTtlMs: 600_000,
  ...more,
})

export const heldRequestOf = (
  tool: string,
  input: unknown = {},
  more: Partial<CallRequest> = {},
): CallRequest => requestOf(tool, input, { decision: 'hold', ...more })

export type RegistryUnderTest = {
  registry: Registry
  errors: RegistryEvents['error'][]
  updates: CallUpdate[]
}

/** A registry with the tools in one scope, and everything it tells. */
export function registryWith(
  tools: readonly ToolDefinition[],
  options: RegistryOptions = {},
): RegistryUnderTest {
  const registry = createRegistry({ readSchema: readAnySchema, ...options })
  const errors: RegistryEvents['error'][] = []
  const updates: CallUpdate[] = []
  registry.on('error', (error) => errors.push(error))
  registry.on('update', (update) => updates.push(update))
  const scope = registry.scope('page')
  for (const tool of tools) scope.register(tool)
  return { registry, errors, updates }
}

/** The state with a card of a call that waits for the person. */
export function waitingState(registry: Registry, callId: string): Extract<CallState, { card: Card }> {
  const state = registry.state(callId)
  if (state?.state === 'held' || state?.state === 'asking') return state
  throw new Error(`${callId} does not wait: it is ${state?.state}`)
}

export function approvalOf(registry: Registry, callId: string, more: Partial<Approval> = {}): Decision {
  const { confirmId, digest } = waitingState(registry, callId)
  return { kind: 'approve', decisionId: nextId('decision'), confirmId, digest, ...more }
}

export function rejectionOf(registry: Registry, callId: string, note?: string): Decision {
  const { confirmId } = waitingState(registry, callId)
  return {
    kind: 'reject',
    decisionId: nextId('decision'),
    confirmId,
    ...(note === undefined ? {} : { note }),
  }
}

/** Resolves once a state of that name is reached, or at once where the call stands there. */
export function reached<S extends CallState['state']>(
  registry: Registry,
  callId: string,
  name: S,
): Promise<Extract<CallState, { state: S }>> {
  const isThere = (state: CallState | undefined): state is Extract<CallState, { state: S }> =>
    state?.state === name
  return new Promise((resolve) => {
    const state = registry.state(callId)
    if (isThere(state)) return resolve(state)
    const heard = new AbortController()
    registry.on(
      'update',
      (update) => {
        if (update.callId !== callId || !isThere(update)) return
        heard.abort()
        resolve(update)
      },
      heard.signal,
    )
  })
}

export const settledResult = async (registry: Registry, callId: string): Promise<ToolResult> =>
  (await reached(registry, callId, 'settled')).result
