import type { CallRequest, CallState } from './call.ts'
import type { PendingConfirmation } from './pending-confirmation.ts'
import { createDeferred, type Deferred } from './deferred.ts'
import type { CancelledBy, ToolResult } from './result.ts'
import type { RegisteredTool } from './registered-tool.ts'

/** One call from its arrival until its settled result is acknowledged. Its real input lives here and nowhere else. */
export type OpenCall = {
  readonly request: CallRequest
  readonly acceptedAt: number
  /** Aborts preview, wait and run alike. */
  readonly controller: AbortController
  /** The real input, as it will run: what was sent, or what the person made of it. */
  input: unknown
  /** The same as the tool gets it: the output of its schema. */
  value: unknown
  /** Undefined while it is being found and validated. */
  state: CallState | undefined
  tool: RegisteredTool | undefined
  /** The question about it that is open, and the ones that were. */
  confirmations: PendingConfirmation[]
  edited: string[] | undefined
  /** The person approved it, whoever asked. */
  isApproved: boolean
  isSettled: boolean
  cancellation: { by: CancelledBy; note?: string } | undefined
  restore: (() => ToolResult | Promise<ToolResult>) | undefined
  /** The thrown text, for the record alone. */
  errorText: string | undefined
  readonly firstAnswer: Deferred<ToolResult>
  readonly settled: Deferred<ToolResult>
}

export function openCall(request: CallRequest, acceptedAt: number): OpenCall {
  return {
    request,
    acceptedAt,
    controller: new AbortController(),
    input: request.input,
    value: undefined,
    state: undefined,
    tool: undefined,
    confirmations: [],
    edited: undefined,
    isApproved: false,
    isSettled: false,
    cancellation: undefined,
    restore: undefined,
    errorText: undefined,
    firstAnswer: createDeferred(),
    settled: createDeferred(),
  }
}

/** The agent's key, or what stands for it where there is none. */
export const agentOf = (request: CallRequest): string => request.agentId ?? `caller ${request.caller}`

/** Whether somebody other than the person started it. */
export const isAgents = (request: CallRequest): boolean => request.caller !== 'human'
