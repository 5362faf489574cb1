import * as z from 'zod/mini'
import { undoableCallPrefix } from './first-look.ts'
import { defineStoredFamily } from './stored-item.ts'

const undoableCallSchema = z.object({
  callId: z.string(),
  agentId: z.nullable(z.string()),
  page: z.string(),
  tabId: z.number(),
  frameId: z.number(),
  documentId: z.string(),
  origin: z.string(),
  topOrigin: z.string(),
  tool: z.string(),
  bareTool: z.string(),
  title: z.optional(z.string()),
  /** A person had to approve the original, so undoing it asks too unless it is a form fill. */
  isAsking: z.boolean(),
  isIncognito: z.boolean(),
  settledAt: z.number(),
})
export type UndoableCall = z.infer<typeof undoableCallSchema>

/** Settled calls whose document still holds what they replaced. */
export const undoableCalls = defineStoredFamily('session', undoableCallPrefix, undoableCallSchema)
