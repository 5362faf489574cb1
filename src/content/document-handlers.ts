import type { Registry } from '../core/registry.ts'
import type { Handlers } from '../protocol/handle.ts'
import { findFrameHolders } from './dom/frame-holders.ts'
import { hasPageScript } from './page-script-connection.ts'
import type { CallReports } from './report-calls.ts'

type DocumentLife = {
  /** Resolved once the tools that the document begins with are there. */
  listed: Promise<void>
  setRules(rules: readonly string[]): void
  /** Marks the fields that a held call would change; `undefined` marks none. */
  highlight(callId: string | undefined): void
  /** The document that this one asked for does not come. */
  navigationEnded(): void
  end(): void
}

/** What the worker may ask of one document. */
export const createDocumentHandlers = (
  registry: Registry,
  reports: CallReports,
  life: DocumentLife,
): Handlers<'content'> => ({
  'call.start': (request) => reports.start(request),
  'call.decide': ({ callId, decision }) => registry.decide(callId, decision),
  'call.cancel': ({ callId, by, note }) => registry.cancel(callId, by, note),
  'call.states'({ callIds }) {
    const open = new Set(registry.openCallIds())
    return [...new Set([...callIds, ...open])].flatMap((callId) => {
      const update = registry.state(callId)
      // A call that is being looked at has no state yet and will tell it; it is not unknown here.
      return update === undefined && open.has(callId) ? [] : [{ callId, update: update ?? null }]
    })
  },
  'call.acknowledge': ({ callIds }) => callIds.forEach((callId) => registry.acknowledge(callId)),
  'call.reveal': ({ callId, path }) => registry.reveal(callId, path),
  'fields.highlight': ({ callId, isOn }) => life.highlight(isOn ? callId : undefined),
  async 'tools.list'() {
    await life.listed
    return { tools: registry.manifest() }
  },
  'tools.describe': ({ tool }) => registry.describe(tool) ?? null,
  'tools.preview': ({ tool, input }) => registry.preview(tool, input),
  'document.look': () => ({ hasModelContext: hasModelContext() }),
  'frames.look': () => findFrameHolders(window),
  'redaction.changed': ({ rules }) => life.setRules(rules),
  'navigation.ended': () => life.navigationEnded(),
  'share.ended': () => life.end(),
})

/** The page's own world cannot be looked into; where a page may have none, a reload would give it none either. */
const hasModelContext = (): boolean => 'modelContext' in document || hasPageScript(window) || !isSecureContext
