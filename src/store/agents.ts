import * as z from 'zod/mini'
import { defineStoredItem } from './stored-item.ts'

const agentSchema = z.object({
  agentId: z.string(),
  /** A label, fixed at the agent's first request; it proves nothing. */
  name: z.string(),
  client: z.optional(z.string()),
  /** One of the interface's agent colours: `c1` to `c8`. */
  colour: z.string(),
  folder: z.optional(z.string()),
  pairedAt: z.number(),
  lastSeenAt: z.number(),
  isBlocked: z.optional(z.boolean()),
})
export type Agent = z.infer<typeof agentSchema>

/** Paired agents by id. */
export const agents = defineStoredItem('local', 'agents', z.record(z.string(), agentSchema), {})

/** Ids of agents that the person disconnected, until they connect them again or the browser closes. */
export const disconnectedAgents = defineStoredItem('session', 'disconnectedAgents', z.array(z.string()), [])

/** Agents that the person forgot and may still recall, by id. */
export const forgottenAgents = defineStoredItem(
  'local',
  'forgottenAgents',
  z.record(z.string(), z.object({ agent: agentSchema, forgottenAt: z.number() })),
  {},
)

/** Base64 secrets by agent id, for the background alone; one counts only while its agent is paired. */
export const agentSecrets = defineStoredItem('local', 'agentSecrets', z.record(z.string(), z.string()), {})

const linkSchema = z.object({
  /** The worker that wrote this; another one's word is a memory, not a fact. */
  workerStartedAt: z.number(),
  state: z.enum(['off', 'searching', 'connected']),
  port: z.optional(z.number()),
  companionVersion: z.optional(z.string()),
  /** Connected sessions of paired agents. */
  sessions: z.array(
    z.object({
      sessionId: z.string(),
      agentId: z.string(),
      ordinal: z.number(),
      folder: z.optional(z.string()),
      connectedAt: z.number(),
    }),
  ),
  /** Agents that are there and not paired. */
  unpaired: z.array(z.object({ sessionId: z.string(), name: z.string(), folder: z.optional(z.string()) })),
})
export type LinkState = z.infer<typeof linkSchema>

export const linkState = defineStoredItem('session', 'link', linkSchema, {
  workerStartedAt: 0,
  state: 'off',
  sessions: [],
  unpaired: [],
})
