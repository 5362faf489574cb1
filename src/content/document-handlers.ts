import { createRandomId } from '../core/random-id.ts'
import type { Registry } from '../core/registry.ts'
import { errorResult } from '../core/result.ts'
import type { Output } from '../protocol/contract.ts'
import type { Handlers } from '../protocol/handle.ts'
import { findVisibleFrameOrigins } from './dom/visible-frames.ts'

type DocumentLife = { setRules(rules: readonly string[]): void; end(): void }

/** What the worker may ask of one document. */
export const createDocumentHandlers = (registry: Registry, life: DocumentLife): Handlers<'content'> => ({
  'call.start': (request) => registry.start(request),
  'call.decide': ({ callId, decision }) => registry.decide(callId, decision),
  'call.cancel': ({ callId, by, note }) => registry.cancel(callId, by, note),
  'call.states'({ callIds }) {
    const ids = new Set([...callIds, ...registry.openCallIds()])
    return [...ids].map((callId) => ({ callId, update: registry.state(callId) ?? null }))
  },
  'call.reveal': ({ callId, path }) => registry.reveal(callId, path),
  'fields.highlight': () => undefined,
  'tools.list': () => ({ tools: registry.manifest() }),
  'tools.describe': ({ tool }) => registry.describe(tool) ?? null,
  'tools.preview': ({ tool, input }) => preview(registry, tool, input),
  'document.look': () => ({
    hasModelContext: 'modelContext' in document,
    visibleFrameOrigins: findVisibleFrameOrigins(document),
  }),
  'redaction.changed': ({ rules }) => life.setRules(rules),
  'share.ended': () => life.end(),
})

/** What a run would change, as a card: the call is held and withdrawn. */
async function preview(registry: Registry, tool: string, input: unknown): Promise<Output<'tools.preview'>> {
  const callId = createRandomId()
  const request = { callId, caller: 'human', agentId: null, tool, input, decision: 'hold' } as const
  const result = await registry.call({ ...request, confirmationTtlMs: 60_000 })
  const state = registry.state(callId)
  registry.cancel(callId, 'signal')
  if (state?.state === 'held') return { card: state.card }
  return { result: result.status === 'needs_confirmation' ? errorResult('No preview') : result }
}
