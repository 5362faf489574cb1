import * as z from 'zod/mini'
import {
  decisions,
  startAnswers,
  type CallRecord,
  type CallRequest,
  type CallState,
  type SettledState,
  type StartAnswer,
} from '../core/call.ts'
import {
  cardSchema,
  fieldChangeSchema,
  skippedFieldSchema,
  type DecisionAnswer,
} from '../core/confirmation.ts'
import { lazily } from '../core/lazily.ts'
import { refusalCodes, type ToolResult } from '../core/result.ts'
import { callers } from '../core/tool.ts'

const issue = () => z.object({ path: z.string(), message: z.string() })
const callId = () => z.uuid()

export const toolResultSchema = lazily(
  () =>
    z.discriminatedUnion('status', [
      z.object({ status: z.literal('ok'), data: z.unknown() }),
      z.object({ status: z.literal('invalid'), issues: z.array(issue()) }),
      z.object({
        status: z.literal('refused'),
        code: z.enum(refusalCodes),
        message: z.string(),
        rev: z.exactOptional(z.number()),
      }),
      z.object({
        status: z.literal('needs_confirmation'),
        confirmId: z.string(),
        summary: z.string(),
        changes: z.exactOptional(z.array(fieldChangeSchema())),
      }),
      z.object({
        status: z.literal('cancelled'),
        by: z.enum(['operator', 'signal', 'policy']),
        note: z.exactOptional(z.string()),
      }),
      z.object({ status: z.literal('error'), message: z.string() }),
    ]) satisfies z.ZodMiniType<ToolResult>,
)

export const callRecordSchema = lazily(
  () =>
    z.object({
      tool: z.string(),
      title: z.exactOptional(z.string()),
      input: z.optional(z.unknown()),
      changes: z.exactOptional(z.array(fieldChangeSchema())),
      labels: z.exactOptional(z.record(z.string(), z.string())),
      skipped: z.exactOptional(z.array(skippedFieldSchema())),
      issues: z.exactOptional(z.array(issue())),
      errorText: z.exactOptional(z.string()),
      edited: z.exactOptional(z.array(z.string())),
      canUndo: z.boolean(),
      durationMs: z.number(),
    }) satisfies z.ZodMiniType<CallRecord>,
)

const pending = () => ({ confirmId: z.uuid(), expiresAt: z.number(), card: cardSchema(), digest: z.string() })

const settledState = () =>
  z.object({ state: z.literal('settled'), result: toolResultSchema(), record: callRecordSchema() })

const states = () =>
  [
    z.object({ state: z.literal('held'), ...pending() }),
    z.object({
      state: z.literal('running'),
      startedAt: z.number(),
      edited: z.exactOptional(z.array(z.string())),
    }),
    z.object({ state: z.literal('asking'), ...pending() }),
    settledState(),
  ] as const

export const callStateSchema = lazily(
  () => z.discriminatedUnion('state', states()) satisfies z.ZodMiniType<CallState>,
)

export const callUpdateSchema = lazily(() => z.object({ callId: callId(), update: callStateSchema() }))

export const callRequestSchema = lazily(
  () =>
    z.object({
      callId: callId(),
      caller: z.enum(callers),
      agentId: z.nullable(z.string()),
      tool: z.string(),
      input: z.unknown(),
      decision: z.enum(decisions),
      isJoining: z.exactOptional(z.boolean()),
      definitionHash: z.exactOptional(z.string()),
      confirmationTtlMs: z.number(),
      timeoutMs: z.exactOptional(z.number()),
      undoOf: z.exactOptional(z.string()),
    }) satisfies z.ZodMiniType<CallRequest>,
)

/** A call that is over at once is answered with its end; no `call.updated` tells of it then. */
export const startReplySchema = lazily(
  () => z.union([z.enum(startAnswers), settledState()]) satisfies z.ZodMiniType<StartAnswer | SettledState>,
)

export const decisionAnswerSchema = lazily(
  () =>
    z.discriminatedUnion('outcome', [
      z.object({ outcome: z.literal('taken') }),
      z.object({ outcome: z.literal('issues'), issues: z.array(issue()) }),
      z.object({
        outcome: z.literal('refused'),
        code: z.enum(['confirmation_expired', 'stale', 'paused', 'file_rejected']),
        message: z.string(),
      }),
    ]) satisfies z.ZodMiniType<DecisionAnswer>,
)
