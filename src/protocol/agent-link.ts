import * as z from 'zod/mini'
import { fieldChangeSchema } from '../core/confirmation.ts'
import { refusalCodes } from '../core/result.ts'
import { toolResultSchema } from './call-schemas.ts'
import { toolDescriptionSchema } from './tool-schemas.ts'

/** The ports that a hub may listen on, in the order it tries them. */
export const linkPorts: readonly number[] = [17840, 17841, 17842]
/** The only origin a hub takes a browser from: the extension's id is pinned by the key in its manifest. */
export const extensionOrigin = 'chrome-extension://iklkbjpdpnnkmdaaffmnjkodhlemmcon'

/** Largest JSON text of one message between agent and browser, in UTF-16 units; larger ones are answered, not sent. */
export const maxMessageLength = 1_200_000
/** Largest frame on the wire, in bytes: a message, sealed and in base64. */
export const maxFrameBytes = 5 * 1024 * 1024

const id = z.string().check(z.minLength(1), z.maxLength(128))
const issue = z.object({ path: z.string(), message: z.string() })
const ids = z.array(id).check(z.minLength(1), z.maxLength(100))
const page = z.string().check(z.minLength(1), z.maxLength(128))
const toolName = z.string().check(z.minLength(1), z.maxLength(256))

const refused = z.object({
  status: z.literal('refused'),
  code: z.enum(refusalCodes),
  message: z.string(),
  rev: z.exactOptional(z.number()),
})

/** Where one call of the agent stands. `result` is there exactly when it is settled. */
export const agentUpdateSchema = z.object({
  callId: id,
  confirmId: z.exactOptional(id),
  state: z.enum(['held', 'running', 'settled']),
  result: z.exactOptional(toolResultSchema()),
  /** Paths of the input that the person changed. */
  edited: z.exactOptional(z.array(z.string())),
  /** Absent counts as true: what a call brings back is the page's. */
  untrusted: z.exactOptional(z.boolean()),
  summary: z.exactOptional(z.string()),
  changes: z.exactOptional(z.array(fieldChangeSchema())),
  /** The call cannot change anything, so it may be sent again. */
  isReadOnly: z.exactOptional(z.boolean()),
})
export type AgentUpdate = z.infer<typeof agentUpdateSchema>

const toolSummary = z.omit(toolDescriptionSchema(), { inputSchema: true, outputSchema: true })

const sharedPage = z.object({
  page,
  title: z.string(),
  origin: z.string(),
  active: z.boolean(),
  rev: z.number(),
  tools: z.exactOptional(z.array(toolSummary)),
})
export type SharedPage = z.infer<typeof sharedPage>

/** A settled call whose result the agent has not fetched. */
const waitingOutcome = z.object({
  id,
  callId: id,
  page: z.exactOptional(z.string()),
  tool: z.exactOptional(z.string()),
  status: z.string(),
})

const none = z.object({})

/**
 * Everything an agent may ask a browser. No request waits for a person or for a page: a call is answered with where it
 * stands, and moves on by `update` events. `callId` and `requestId` are UUIDs the companion makes; the same one sent
 * again is the same call.
 */
export const agentRequests = {
  pages: {
    input: none,
    output: z.object({ pages: z.array(sharedPage), outcomes: z.array(waitingOutcome) }),
  },
  tools: {
    input: z.object({ page }),
    output: z.union([
      refused,
      z.object({
        page: z.string(),
        rev: z.number(),
        tools: z.array(toolSummary),
        /** How many more there are than the list holds. */
        omitted: z.exactOptional(z.number()),
      }),
    ]),
  },
  describe: {
    input: z.object({ page, tool: toolName }),
    output: z.union([refused, z.extend(toolDescriptionSchema(), { rev: z.exactOptional(z.number()) })]),
  },
  call: {
    input: z.object({
      callId: id,
      page,
      tool: toolName,
      input: z.unknown(),
      rev: z.exactOptional(z.number()),
    }),
    output: agentUpdateSchema,
  },
  /** Confirm ids or call ids to where they stand; null for an id that is not this agent's or is too old. */
  outcomes: {
    input: z.object({ ids }),
    output: z.object({
      outcomes: z.array(z.object({ id, update: z.nullable(agentUpdateSchema) })),
    }),
  },
  undo: { input: z.object({ callId: id, undoOf: id }), output: agentUpdateSchema },
  /** `isDisclosed`: the agent was given the confirm id, so a held call stays. */
  cancel: { input: z.object({ callId: id, isDisclosed: z.boolean() }), output: none },
  /** Exactly one of `origin` and `url`. Its update's `callId` is the `requestId`. */
  access: {
    input: z.object({
      requestId: id,
      origin: z.exactOptional(z.string().check(z.maxLength(2_048))),
      url: z.exactOptional(z.string().check(z.maxLength(8_192))),
      reason: z.string().check(z.maxLength(500)),
    }),
    output: agentUpdateSchema,
  },
  /** The agent has these results; they need not be kept for it. */
  acknowledge: { input: z.object({ callIds: ids }), output: none },
  /** It was asked whether it is there. */
  pong: { input: none, output: none },
}
export type AgentRequestType = keyof typeof agentRequests
export type AgentRequestInput<T extends AgentRequestType> = z.infer<(typeof agentRequests)[T]['input']>
export type AgentRequestOutput<T extends AgentRequestType> = z.infer<(typeof agentRequests)[T]['output']>

/** What a browser tells an agent unasked. */
export const agentEventSchema = z.discriminatedUnion('event', [
  z.object({ event: z.literal('update'), update: agentUpdateSchema }),
  z.object({ event: z.literal('paired') }),
  z.object({ event: z.literal('blocked') }),
  /** Asks whether the agent is there; anything it says within a second or two will do. */
  z.object({ event: z.literal('ping') }),
])
export type AgentEvent = z.infer<typeof agentEventSchema>

/** The first sealed message of an agent. */
export const readySchema = z.object({
  ready: z.object({
    sessionId: id,
    /** Working folder of the companion, home shortened to `~`. */
    folder: z.string().check(z.maxLength(1_024)),
  }),
})

/** Sealed messages from agent to browser after `ready`. */
export const requestMessageSchema = z.object({
  id: z.number(),
  type: z.string().check(z.maxLength(32)),
  input: z.unknown(),
})

/** Sealed messages from browser to agent: the answer to one request, or an event. */
export const answerMessageSchema = z.union([
  z.object({ id: z.number(), output: z.unknown() }),
  z.object({ id: z.number(), issues: z.array(issue) }),
  z.object({ id: z.number(), failure: z.string() }),
  agentEventSchema,
])
