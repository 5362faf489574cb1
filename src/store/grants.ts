import * as z from 'zod/mini'
import { defineStoredItem } from './stored-item.ts'

const grantSchema = z.object({
  grantId: z.string(),
  agentId: z.string(),
  agentName: z.string(),
  origin: z.string(),
  /** `tool`: this one tool. `fills`: every fill on one page until `expiresAt`. `read`: a page's read-only tool. */
  covers: z.enum(['tool', 'fills', 'read']),
  /** The approved call was consequential itself. */
  isConsequential: z.optional(z.boolean()),
  tool: z.string(),
  title: z.optional(z.string()),
  /** Of the tool as it was approved; a grant for another definition does not count. */
  definitionHash: z.string(),
  /** The tool as it was shown then, so that a later card can say what the page changed. */
  seen: z.optional(z.object({ description: z.string(), params: z.string(), hints: z.string() })),
  /** For `fills`: the page's handle. */
  page: z.optional(z.string()),
  createdAt: z.number(),
  /** Epoch milliseconds; absent: no end but the area's. */
  expiresAt: z.optional(z.number()),
  lastUsedAt: z.optional(z.number()),
  /** Revoked, and kept for a while so that the person can take that back; it counts for nothing. */
  revokedAt: z.optional(z.number()),
})
export type Grant = z.infer<typeof grantSchema>

const grants = z.array(grantSchema)
export const lastingGrants = defineStoredItem('local', 'grants', grants, [])
export const sessionGrants = defineStoredItem('session', 'grants', grants, [])

/** Origins that each agent has received a call's result from since the browser started, by agent id. */
export const originsRead = defineStoredItem(
  'session',
  'originsRead',
  z.record(z.string(), z.array(z.string())),
  {},
)

/** How often a person has approved fills of an agent on a page, by `<agentId> <page>`. */
export const fillApprovals = defineStoredItem(
  'session',
  'fillApprovals',
  z.record(z.string(), z.number()),
  {},
)
