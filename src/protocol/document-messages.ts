import * as z from 'zod/mini'
import { cardSchema, decisionSchema } from '../core/confirmation.ts'
import { lazily } from '../core/lazily.ts'
import {
  callRequestSchema,
  callStateSchema,
  callUpdateSchema,
  decisionAnswerSchema,
  startReplySchema,
  toolResultSchema,
} from './call-schemas.ts'
import { line } from './message.ts'
import { toolDescriptionSchema, toolEntrySchema } from './tool-schemas.ts'

const nothing = lazily(() => z.void())
const callId = lazily(() => z.uuid())
const content = ['content'] as const
const background = ['background'] as const

/** Between the worker and the documents of shared tabs. */
export const documentMessages = {
  // A document tells the worker.
  'document.hello': line({
    from: content,
    to: 'background',
    input: () => z.object({}),
    /** null: this document is not shared, fall silent. */
    output: () =>
      z.nullable(
        z.object({ redactionRules: z.array(z.string()), hasFileUrls: z.boolean(), maxFileBytes: z.number() }),
      ),
  }),
  'document.left': line({ from: content, to: 'background', input: () => z.object({}), output: nothing }),
  'tools.changed': line({
    from: content,
    to: 'background',
    input: () => z.object({ tools: z.array(toolEntrySchema()) }),
    output: nothing,
  }),
  /** Answered once it is stored; until then the document keeps a settled result and sends it again. */
  'call.updated': line({
    from: content,
    to: 'background',
    input: callUpdateSchema,
    output: () => z.object({ acknowledged: z.boolean() }),
  }),
  'call.willNavigate': line({
    from: content,
    to: 'background',
    input: () => z.object({ callId: callId() }),
    output: nothing,
  }),
  'file.fetch': line({
    from: content,
    to: 'background',
    input: () => z.object({ url: z.string() }),
    output: () => z.union([z.object({ file: z.instanceof(File) }), z.object({ rejected: z.string() })]),
  }),
  /** A page's own in-page assistant; the outcome reaches the document by its own registry. null: it was started. */
  'assistant.call': line({
    from: content,
    to: 'background',
    input: () =>
      z.object({
        callId: callId(),
        tool: z.string(),
        input: z.optional(z.unknown()),
        rev: z.exactOptional(z.number()),
      }),
    output: () => z.nullable(toolResultSchema()),
  }),

  // The worker tells a document.
  'call.start': line({
    from: background,
    to: 'content',
    input: callRequestSchema,
    output: startReplySchema,
  }),
  'call.decide': line({
    from: background,
    to: 'content',
    input: () => z.object({ callId: callId(), decision: decisionSchema() }),
    output: decisionAnswerSchema,
  }),
  'call.cancel': line({
    from: background,
    to: 'content',
    input: () =>
      z.object({
        callId: callId(),
        by: z.enum(['operator', 'signal', 'policy']),
        note: z.exactOptional(z.string()),
      }),
    output: () => z.boolean(),
  }),
  /** The state of the named calls and of every other call that is open there. */
  'call.states': line({
    from: background,
    to: 'content',
    input: () => z.object({ callIds: z.array(callId()) }),
    output: () => z.array(z.object({ callId: callId(), update: z.nullable(callStateSchema()) })),
  }),
  /** The worker has stored these settled results, which it was told in answer to a question of its own. */
  'call.acknowledge': line({
    from: background,
    to: 'content',
    input: () => z.object({ callIds: z.array(callId()) }),
    output: nothing,
  }),
  'call.reveal': line({
    from: background,
    to: 'content',
    input: () => z.object({ callId: callId(), path: z.string() }),
    output: () => z.unknown(),
  }),
  'fields.highlight': line({
    from: background,
    to: 'content',
    input: () => z.object({ callId: callId(), isOn: z.boolean() }),
    output: nothing,
  }),
  'tools.list': line({
    from: background,
    to: 'content',
    input: () => z.object({}),
    output: () => z.object({ tools: z.array(toolEntrySchema()) }),
  }),
  /** Whether pages find `document.modelContext`. */
  'document.look': line({
    from: background,
    to: 'content',
    input: () => z.object({}),
    output: () => z.object({ hasModelContext: z.boolean() }),
  }),
  /** The places where a document shows others; `isInOrder`: in the order in which they were made. */
  'frames.look': line({
    from: background,
    to: 'content',
    input: () => z.object({}),
    output: () =>
      z.object({
        holders: z.array(z.object({ origin: z.nullable(z.string()), isSeen: z.boolean() })),
        isInOrder: z.boolean(),
      }),
  }),
  'tools.describe': line({
    from: background,
    to: 'content',
    input: () => z.object({ tool: z.string() }),
    output: () => z.nullable(toolDescriptionSchema()),
  }),
  'tools.preview': line({
    from: background,
    to: 'content',
    input: () => z.object({ tool: z.string(), input: z.optional(z.unknown()) }),
    output: () => z.union([z.object({ card: cardSchema() }), z.object({ result: toolResultSchema() })]),
  }),
  'redaction.changed': line({
    from: background,
    to: 'content',
    input: () => z.object({ rules: z.array(z.string()) }),
    output: nothing,
  }),
  /** The frame asked for another document and none came: the answer was empty, or a download. */
  'navigation.ended': line({ from: background, to: 'content', input: () => z.object({}), output: nothing }),
  'share.ended': line({ from: background, to: 'content', input: () => z.object({}), output: nothing }),
}
