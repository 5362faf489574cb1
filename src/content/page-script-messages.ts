import '../core/jitless.ts'
import * as z from 'zod/mini'
import { fieldChangeSchema } from '../core/confirmation.ts'
import { lazily } from '../core/lazily.ts'
import { maxListedTools, maxResultLength } from '../protocol/page-script-link.ts'

const id = () => z.number()
const text = () => z.string().check(z.maxLength(300_000))

const pageTool = () =>
  z.object({
    name: text(),
    title: text(),
    description: text(),
    schema: text(),
    annotations: z.optional(z.record(z.string(), z.boolean())),
    isDestructive: z.boolean(),
    sensitivePaths: z.optional(z.unknown()),
    hasSummary: z.boolean(),
  })

/** What comes from the page script, or from a page that pretends to be one. */
export const fromPageScriptSchema = lazily(() =>
  z.discriminatedUnion('type', [
    z.object({ type: z.literal('changed') }),
    z.object({
      type: z.literal('listed'),
      id: id(),
      tools: z.array(pageTool()).check(z.maxLength(maxListedTools)),
    }),
    z.object({ type: z.literal('settled'), id: id(), text: z.string().check(z.maxLength(maxResultLength)) }),
    z.object({ type: z.literal('failed'), id: id(), name: z.optional(text()), message: z.optional(text()) }),
    z.object({ type: z.literal('unanswered'), id: id(), isSubmitted: z.boolean() }),
    z.object({ type: z.enum(['confirm', 'file']), id: id(), ask: z.number(), request: z.unknown() }),
    z.object({ type: z.literal('undoable'), id: id(), token: z.number() }),
  ]),
)
export type PageScriptMessage = z.infer<ReturnType<typeof fromPageScriptSchema>>

export const confirmRequestSchema = lazily(() =>
  z.object({
    summary: z.string().check(z.maxLength(2_000)),
    changes: z.optional(z.array(fieldChangeSchema()).check(z.maxLength(200))),
  }),
)

const reference = () => z.string().check(z.maxLength(2_000))
export const fileRefSchema = lazily(() =>
  z.union([z.strictObject({ ref: reference() }), z.strictObject({ url: reference() })]),
)
