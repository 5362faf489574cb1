import * as z from 'zod/mini'
import { lazily } from '../core/lazily.ts'
import type { ToolDescription, ToolEntry } from '../core/tool-manifest.ts'

const hints = () =>
  z.object({
    readOnly: z.exactOptional(z.boolean()),
    consequential: z.exactOptional(z.boolean()),
    destructive: z.exactOptional(z.boolean()),
    untrustedContent: z.exactOptional(z.boolean()),
  })

const summary = () => ({
  name: z.string(),
  title: z.exactOptional(z.string()),
  description: z.string(),
  hints: hints(),
  params: z.exactOptional(z.string()),
})

const jsonSchema = () => z.record(z.string(), z.unknown())

export const toolEntrySchema = lazily(
  () =>
    z.object({
      ...summary(),
      kind: z.enum(['page', 'fill', 'submit', 'options']),
      definitionHash: z.string(),
      takesFreeText: z.boolean(),
      consequentialWhen: z.exactOptional(z.string()),
      target: z.exactOptional(z.string()),
      sendsTo: z.exactOptional(z.string()),
      hasPageSensitivePaths: z.boolean(),
      isUndoUnasked: z.exactOptional(z.boolean()),
    }) satisfies z.ZodMiniType<ToolEntry>,
)

export const toolDescriptionSchema = lazily(
  () =>
    z.object({
      ...summary(),
      inputSchema: jsonSchema(),
      outputSchema: z.exactOptional(jsonSchema()),
    }) satisfies z.ZodMiniType<ToolDescription>,
)
