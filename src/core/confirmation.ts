import './jitless.ts'
import * as z from 'zod/mini'
import { canonicalJson, sha256Hex } from './canonical-json.ts'
import { lazily } from './lazily.ts'

const hints = lazily(() =>
  z.object({
    readOnly: z.optional(z.boolean()),
    consequential: z.optional(z.boolean()),
    destructive: z.optional(z.boolean()),
    untrustedContent: z.optional(z.boolean()),
  }),
)

export const fieldChangeSchema = lazily(() =>
  z.object({
    path: z.string(),
    before: z.optional(z.unknown()),
    after: z.optional(z.unknown()),
  }),
)

export const skippedFieldSchema = lazily(() =>
  z.object({
    path: z.string(),
    reason: z.enum([
      'user_edited',
      'reverted',
      'coerced',
      'disabled',
      'read_only',
      'hidden',
      'unsupported',
      'not_found',
    ]),
  }),
)

/** A file that the person is asked to pick before they can approve. */
const fileRequestSchema = lazily(() =>
  z.object({
    path: z.string(),
    /** The agent's own words for what it wants. */
    ref: z.string(),
    accept: z.optional(z.string()),
    multiple: z.optional(z.boolean()),
    maxBytes: z.optional(z.number()),
  }),
)

/**
 * Everything that a person is shown of a held call, redacted. Its digest is what an approval is bound to, so whatever
 * is drawn from the page or the agent in a card must come from here.
 */
export const cardSchema = lazily(() =>
  z.object({
    tool: z.string(),
    title: z.optional(z.string()),
    description: z.string(),
    hints: hints(),
    /** Page-provided or made by the extension's own form source. */
    summary: z.string(),
    changes: z.array(fieldChangeSchema()),
    skipped: z.array(skippedFieldSchema()),
    /** The redacted arguments. */
    input: z.unknown(),
    /** The tool's input schema, for the edit form; `{ type: 'object' }` where it is too large. */
    inputSchema: z.record(z.string(), z.unknown()),
    /** Field labels by dot path. */
    labels: z.record(z.string(), z.string()),
    /** Paths whose values are hidden, and why: the page's or the schema's word, the browser's, or the person's rule. */
    redacted: z.array(z.object({ path: z.string(), why: z.enum(['page', 'field', 'rule', 'unreadable']) })),
    files: z.array(fileRequestSchema()),
    isSubmitting: z.optional(z.boolean()),
    sendsTo: z.optional(z.string()),
    definitionHash: z.string(),
    /** For `ctx.confirm` in the middle of a run: the question is about a call that runs already. */
    isWithinRun: z.optional(z.boolean()),
  }),
)
export type Card = z.infer<ReturnType<typeof cardSchema>>

export const decisionSchema = lazily(() =>
  z.discriminatedUnion('kind', [
    z.object({
      kind: z.literal('approve'),
      decisionId: z.string(),
      confirmId: z.string(),
      /** `digestOf(card)` of the card as it was drawn. */
      digest: z.string(),
      /** Present when the person edited the arguments; placeholders stand for what they were not shown. */
      input: z.optional(z.unknown()),
      /** Files the person picked, by path. */
      files: z.optional(z.record(z.string(), z.array(z.instanceof(File)))),
    }),
    z.object({
      kind: z.literal('reject'),
      decisionId: z.string(),
      confirmId: z.string(),
      note: z.optional(z.string().check(z.maxLength(500))),
    }),
  ]),
)
export type Decision = z.infer<ReturnType<typeof decisionSchema>>
export type Approval = Extract<Decision, { kind: 'approve' }>

/**
 * The answer to a decision. `taken`: it is the one that counts (the same decision sent again gets the same answer).
 * `issues`: the edited arguments are not valid, or a placeholder could not be matched; nothing is consumed, the card
 * stays. `refused`: too late, not the same card, or another decision came first.
 */
export type DecisionAnswer =
  | { outcome: 'taken' }
  | { outcome: 'issues'; issues: { path: string; message: string }[] }
  | {
      outcome: 'refused'
      code: 'confirmation_expired' | 'stale' | 'paused' | 'file_rejected'
      message: string
    }

/** SHA-256 of everything a card shows, in lower-case hex: what an approval is bound to. */
export const digestOf = (card: Card): string => sha256Hex(canonicalJson(card))
