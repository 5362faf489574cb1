import type { CallUpdate } from '../core/call.ts'
import { createRandomId } from '../core/random-id.ts'
import type { Registry } from '../core/registry.ts'
import { errorResult, type ToolResult } from '../core/result.ts'

export type SendCall = (call: { callId: string; tool: string; input: unknown }) => Promise<ToolResult | null>

type BridgeCallOptions = {
  sendCall: SendCall
  signal: AbortSignal
  /** Answers the request `id`. */
  answer(id: string, result: ToolResult): void
  /** Tells the outcome of a call that was answered by `needs_confirmation`. */
  confirm(confirmId: string, result: ToolResult): void
}

type BridgeCall = { id: string; confirmId?: string; isUnwanted?: boolean }

export type BridgeCalls = {
  start(id: string, tool: string, input: unknown): void
  /** Ends the call of a request, running or held. Nothing where there is none. */
  cancel(id: string): void
}

/** The calls of in-page assistants: each is answered once, and once more when it was held. */
export function createBridgeCalls(registry: Registry, options: BridgeCallOptions): BridgeCalls {
  const calls = new Map<string, BridgeCall>()

  const settle = (callId: string, result: ToolResult): void => {
    const call = calls.get(callId)
    calls.delete(callId)
    if (call?.confirmId !== undefined) options.confirm(call.confirmId, result)
    else if (call) options.answer(call.id, result)
  }
  const follow = (update: CallUpdate): void => {
    const call = calls.get(update.callId)
    if (!call) return
    if (update.state === 'settled') return settle(update.callId, update.result)
    if (call.isUnwanted) registry.cancel(update.callId, 'signal')
    if (update.state !== 'held' || call.confirmId !== undefined) return
    call.confirmId = update.confirmId
    const { summary, changes } = update.card
    options.answer(call.id, { status: 'needs_confirmation', confirmId: update.confirmId, summary, changes })
  }
  registry.on('update', follow, options.signal)

  const start = async (id: string, tool: string, input: unknown): Promise<void> => {
    const callId = createRandomId()
    calls.set(callId, { id })
    const result = await options.sendCall({ callId, tool, input }).catch(() => errorResult('Tool failed'))
    if (result) settle(callId, result)
  }
  return {
    start: (id, tool, input) => void start(id, tool, input),
    cancel(id) {
      for (const [callId, call] of calls) {
        // Before the background has answered there is nothing to end yet; it ends as soon as there is.
        if (call.id === id && !registry.cancel(callId, 'signal')) call.isUnwanted = true
      }
    },
  }
}
