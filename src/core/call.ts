import type { Card } from './confirmation.ts'
import type { FieldChange, ToolResult } from './result.ts'
import type { Caller, SkippedField } from './tool.ts'

/** What the background decided about a call: it runs, or waits for the person. */
export const decisions = ['run', 'hold'] as const

/** One call as the background dispatches it to one document's registry. */
export type CallRequest = {
  /** Unguessable UUID. The same id never runs twice. */
  callId: string
  caller: Caller
  /** Id of the agent's key, or null for the person. */
  agentId: string | null
  tool: string
  input: unknown
  decision: (typeof decisions)[number]
  /** Its agent has as many cards as it may: held it can only be where it joins an equal call. */
  isJoining?: boolean
  /** The definition that the decision rests on; another one by now is answered `redefined` and nothing happens. */
  definitionHash?: string
  /** How long a confirmation stays open, in milliseconds. */
  confirmationTtlMs: number
  /** Deadline of the run in milliseconds; 120,000 where absent. */
  timeoutMs?: number
  /** Undo this settled call instead of running a tool; `tool` and `input` are then ignored. */
  undoOf?: string
}

/** What the registry says at once about a request. */
export const startAnswers = ['accepted', 'duplicate', 'redefined'] as const
export type StartAnswer = (typeof startAnswers)[number]

/**
 * Where a call stands in the page, the only place that decides it. In this order: held, running, settled; a call that
 * was never held starts at running or settled. `asking` is `ctx.confirm` in the middle of a run.
 */
export type CallState =
  | { state: 'held'; confirmId: string; expiresAt: number; card: Card; digest: string }
  | { state: 'running'; startedAt: number; edited?: string[] }
  | { state: 'asking'; confirmId: string; expiresAt: number; card: Card; digest: string }
  | SettledState
export type SettledState = { state: 'settled'; result: ToolResult; record: CallRecord }
export type CallUpdate = { callId: string } & CallState

/** What may be kept of a settled call. Redacted; holds nothing that a read returned. */
export type CallRecord = {
  tool: string
  title?: string
  input?: unknown
  changes?: FieldChange[]
  labels?: Record<string, string>
  skipped?: SkippedField[]
  issues?: { path: string; message: string }[]
  /** The thrown text, which the agent does not get. */
  errorText?: string
  edited?: string[]
  canUndo: boolean
  durationMs: number
}
