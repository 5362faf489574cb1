import * as z from 'zod/mini'
import { cardSchema, decisionSchema } from '../core/confirmation.ts'
import { lazily } from '../core/lazily.ts'
import { rememberChoices } from '../core/policy.ts'
import { decisionAnswerSchema, toolResultSchema } from './call-schemas.ts'
import { line } from './message.ts'
import { settingsPatchSchema, siteModeSchema } from './settings-schema.ts'
import { tabStateSchema } from './tab-state.ts'
import { toolDescriptionSchema, toolEntrySchema } from './tool-schemas.ts'

const nothing = lazily(() => z.void())
const callId = lazily(() => z.uuid())
const tabId = lazily(() => z.number())
const origin = lazily(() => z.string())
const pages = ['popup', 'side-panel', 'options', 'welcome'] as const
const deciding = ['popup', 'side-panel'] as const

export const rememberChoiceSchema = lazily(() => z.enum(rememberChoices))

/** What a person tells the worker, in one of the extension's own pages. */
export const personMessages = {
  'tab.describe': line({
    from: pages,
    to: 'background',
    input: () => z.object({ tabId: tabId() }),
    output: tabStateSchema,
  }),
  'tab.share': line({
    from: pages,
    to: 'background',
    input: () => z.object({ tabId: tabId(), isShared: z.boolean() }),
    output: () => z.object({ isShared: z.boolean(), reason: z.exactOptional(z.string()) }),
  }),
  'frame.share': line({
    from: pages,
    to: 'background',
    input: () => z.object({ tabId: tabId(), origin: origin(), isShared: z.boolean() }),
    /** Whether it is shared now: what cannot be seen is not. */
    output: () => z.boolean(),
  }),
  'tab.reload': line({
    from: pages,
    to: 'background',
    input: () => z.object({ tabId: tabId() }),
    output: nothing,
  }),
  'site.share': line({
    from: pages,
    to: 'background',
    /** `tabId`: the tab in which the person decides so; nothing of an incognito tab is kept. */
    input: () => z.object({ origin: origin(), isAlways: z.boolean(), tabId: z.exactOptional(tabId()) }),
    output: nothing,
  }),
  'site.setMode': line({
    from: pages,
    to: 'background',
    input: () => z.object({ origin: origin(), mode: siteModeSchema(), tabId: z.exactOptional(tabId()) }),
    output: nothing,
  }),
  'site.block': line({
    from: pages,
    to: 'background',
    input: () => z.object({ origin: origin(), isBlocked: z.boolean() }),
    output: nothing,
  }),
  'call.settle': line({
    from: deciding,
    to: 'background',
    input: () => z.object({ callId: callId(), decision: decisionSchema(), remember: rememberChoiceSchema() }),
    output: decisionAnswerSchema,
  }),
  'access.settle': line({
    from: deciding,
    to: 'background',
    input: () =>
      z.object({
        requestId: z.uuid(),
        kind: z.enum(['approve', 'reject']),
        /** The tab that the person picked, where the agent asked for an origin. */
        tabId: z.exactOptional(z.number()),
        note: z.exactOptional(z.string().check(z.maxLength(500))),
      }),
    output: () => z.object({ isTaken: z.boolean() }),
  }),
  'call.stop': line({
    from: deciding,
    to: 'background',
    input: () => z.object({ callId: callId() }),
    output: nothing,
  }),
  'card.read': line({
    from: deciding,
    to: 'background',
    input: () => z.object({ callId: callId() }),
    output: () => z.nullable(z.object({ card: cardSchema(), digest: z.string() })),
  }),
  'card.reveal': line({
    from: deciding,
    to: 'background',
    input: () => z.object({ callId: callId(), path: z.string() }),
    output: () => z.unknown(),
  }),
  'card.highlight': line({
    from: deciding,
    to: 'background',
    input: () => z.object({ callId: callId(), isOn: z.boolean() }),
    output: nothing,
  }),
  /** What an agent is told of. null: the tab is not shared; `tools` null: the page does not answer. */
  'page.tools': line({
    from: ['side-panel'],
    to: 'background',
    input: () => z.object({ tabId: tabId() }),
    output: () => z.nullable(z.object({ tools: z.nullable(z.array(toolEntrySchema())), rev: z.number() })),
  }),
  'page.describe': line({
    from: ['side-panel'],
    to: 'background',
    input: () => z.object({ tabId: tabId(), tool: z.string() }),
    output: () => z.nullable(toolDescriptionSchema()),
  }),
  'page.preview': line({
    from: ['side-panel'],
    to: 'background',
    input: () => z.object({ tabId: tabId(), tool: z.string(), input: z.optional(z.unknown()) }),
    output: () => z.union([z.object({ card: cardSchema() }), z.object({ result: toolResultSchema() })]),
  }),
  /** The person runs a tool. The outcome comes with the history and, for what a read returned, from `call.outcome`. */
  'call.run': line({
    from: ['side-panel'],
    to: 'background',
    input: () =>
      z.object({ callId: callId(), tabId: tabId(), tool: z.string(), input: z.optional(z.unknown()) }),
    output: () => z.nullable(toolResultSchema()),
  }),
  'call.outcome': line({
    from: ['side-panel'],
    to: 'background',
    input: () => z.object({ callId: callId() }),
    output: () => z.nullable(toolResultSchema()),
  }),
  'call.undo': line({
    from: ['side-panel'],
    to: 'background',
    input: () => z.object({ callId: callId(), undoOf: callId() }),
    output: () => z.nullable(toolResultSchema()),
  }),
  /** Looks at each link of the chain at this moment; nothing is answered from memory. */
  'connection.check': line({
    from: pages,
    to: 'background',
    input: () => z.object({ tabId: tabId() }),
    output: () =>
      z.object({
        isShared: z.boolean(),
        isContentAlive: z.boolean(),
        workerStartedAt: z.number(),
        companion: z.nullable(z.object({ port: z.number(), version: z.string() })),
        clients: z.array(z.object({ agentId: z.string(), name: z.string() })),
      }),
  }),
  'link.connect': line({ from: pages, to: 'background', input: () => z.object({}), output: nothing }),
  'agent.pair': line({
    from: pages,
    to: 'background',
    input: () => z.object({ code: z.string().check(z.maxLength(32)) }),
    output: () =>
      z.union([
        z.object({ paired: z.object({ agentId: z.string(), name: z.string() }) }),
        z.object({ failed: z.enum(['wrong_code', 'no_agent', 'timeout']) }),
      ]),
  }),
  'agent.disconnect': line({
    from: pages,
    to: 'background',
    /** `isDisconnected: false` lets it connect again. */
    input: () => z.object({ agentId: z.string(), isDisconnected: z.exactOptional(z.boolean()) }),
    output: nothing,
  }),
  'agent.forget': line({
    from: pages,
    to: 'background',
    /** `isForgotten: false` recalls an agent forgotten within the last hour. */
    input: () => z.object({ agentId: z.string(), isForgotten: z.exactOptional(z.boolean()) }),
    output: nothing,
  }),
  'agent.block': line({
    from: pages,
    to: 'background',
    input: () => z.object({ agentId: z.string(), isBlocked: z.boolean() }),
    output: nothing,
  }),
  'agents.pause': line({
    from: pages,
    to: 'background',
    input: () => z.object({ isPaused: z.boolean() }),
    output: nothing,
  }),
  'grant.revoke': line({
    from: pages,
    to: 'background',
    /** `isRevoked: false` takes a revocation of the last hour back. */
    input: () => z.object({ grantId: z.string(), isRevoked: z.exactOptional(z.boolean()) }),
    output: nothing,
  }),
  'settings.change': line({ from: pages, to: 'background', input: settingsPatchSchema, output: nothing }),
  'history.remove': line({
    from: pages,
    to: 'background',
    input: () =>
      z.union([
        z.object({ callId: callId() }),
        z.object({ origin: z.string() }),
        z.object({ isEverything: z.literal(true) }),
      ]),
    output: nothing,
  }),
}
