import * as z from 'zod/mini'
import { cardSchema } from '../core/confirmation.ts'
import { callers } from '../core/tool.ts'
import { rememberChoiceSchema } from '../protocol/person-messages.ts'
import { accessRequestPrefix, openCallPrefix } from './first-look.ts'
import { defineStoredFamily } from './stored-item.ts'

/** The agent as it is shown; a copy, so that a card stays readable when the agent is forgotten meanwhile. */
const shownAgent = z.object({
  agentId: z.string(),
  name: z.string(),
  colour: z.string(),
  folder: z.optional(z.string()),
  ordinal: z.optional(z.number()),
})

/** `form`: what a form sends, and where to. */
const redefinedPart = z.object({
  part: z.enum(['description', 'params', 'hints', 'form']),
  before: z.optional(z.string()),
  after: z.optional(z.string()),
})
export type RedefinedPart = z.infer<typeof redefinedPart>

const openCallSchema = z.object({
  callId: z.string(),
  caller: z.enum(callers),
  agent: z.nullable(shownAgent),
  /** The page's handle, and the document that holds the call. */
  page: z.string(),
  tabId: z.number(),
  frameId: z.number(),
  documentId: z.string(),
  origin: z.string(),
  topOrigin: z.string(),
  /** As the agent addresses it, with the frame's prefix; and as the document knows it. */
  tool: z.string(),
  bareTool: z.string(),
  title: z.optional(z.string()),
  kind: z.enum(['page', 'fill', 'submit', 'options']),
  isReadOnly: z.boolean(),
  isConsequential: z.boolean(),
  isUntrusted: z.boolean(),
  definitionHash: z.string(),
  target: z.optional(z.string()),
  state: z.enum(['sent', 'held', 'running', 'asking']),
  createdAt: z.number(),
  /** The call may navigate; the next document of this frame settles it. */
  isNavigating: z.optional(z.boolean()),
  /** The document that came after; the call is settled once it is interactive. */
  navigatedTo: z.optional(z.string()),
  edited: z.optional(z.array(z.string())),
  /** The one that was decided; agents may still ask by it. */
  confirmId: z.optional(z.string()),
  isUndoUnasked: z.optional(z.boolean()),
  decidedBy: z.optional(z.enum(['person', 'grant', 'mode', 'hints'])),
  /** It was sent to be held: until then nobody has decided, also where its card is not there yet. */
  isToHold: z.optional(z.boolean()),
  /** A person's decision is on its way to the page, which alone says whether it counts. */
  isDecided: z.optional(z.boolean()),
  /** How long an approval of this call may be remembered. */
  remember: z.array(rememberChoiceSchema()),
  /** Origins that this agent has read from, where that is why the call is held. */
  crossingFrom: z.optional(z.array(z.string())),
  /** How many more there are than the record has room for. */
  crossingOthers: z.optional(z.number()),
  /** The tool as it is shown, for a grant to remember. */
  seen: z.optional(z.object({ description: z.string(), params: z.string(), hints: z.string() })),
  /** An earlier grant was given for another definition of this tool: what the page has changed since. */
  redefinition: z.optional(z.array(redefinedPart)),
  /** Its agent gave up on it while it was on its way to the page, which may have it by now. */
  isWithdrawn: z.optional(z.boolean()),
  undoOf: z.optional(z.string()),
  isIncognito: z.optional(z.boolean()),
  /** Present while held or asking. */
  pending: z.optional(
    z.object({
      confirmId: z.string(),
      expiresAt: z.number(),
      digest: z.string(),
      /** Absent where it is larger than a stored record may be; then it is read from the page by `card.read`. */
      card: z.optional(cardSchema()),
      /** A short form of the card for lists. */
      summary: z.string(),
    }),
  ),
})
export type OpenCall = z.infer<typeof openCallSchema>
export type ShownAgent = z.infer<typeof shownAgent>

/** Every call that is not settled, redacted, by call id; gone when the browser closes. */
export const openCalls = defineStoredFamily('session', openCallPrefix, openCallSchema)

const accessRequestSchema = z.object({
  requestId: z.string(),
  agent: shownAgent,
  origin: z.string(),
  /** The full address to open after approval, where the agent asked for one. */
  url: z.optional(z.string()),
  reason: z.string(),
  createdAt: z.number(),
  expiresAt: z.number(),
})
export type AccessRequest = z.infer<typeof accessRequestSchema>

/** Agents' requests for a page that is not shared; held by the worker, since no document is concerned. */
export const accessRequests = defineStoredFamily('session', accessRequestPrefix, accessRequestSchema)
