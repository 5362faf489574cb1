import type { ToolEntry } from '../core/tool-manifest.ts'
import type { OpenCall } from '../store/pending-confirmations.ts'
import type { Share } from '../store/shares.ts'
import type { CallFacts } from './call-history.ts'
import type { CallOrder } from './call-order.ts'
import type { CallDecision } from './call-policy.ts'
import { seenOf } from './grants.ts'
import type { FrameTool } from './known-tools.ts'

/** What is known of a call before its tool is found. */
export const factsOfOrder = (order: CallOrder, share: Share): CallFacts => ({
  callId: order.callId,
  caller: order.caller,
  agent: order.agent,
  origin: share.origins[0] ?? '',
  topOrigin: share.origins[0] ?? '',
  documentId: '',
  tabId: share.tabId,
  tool: order.tool,
  createdAt: Date.now(),
  isIncognito: share.isIncognito,
})

/** The record that a call is sent under. */
export function callForOrder(
  order: CallOrder,
  share: Share,
  { frame, entry }: FrameTool,
  decision: CallDecision,
): OpenCall {
  const { origin, documentId, frameId } = frame
  return {
    ...factsOfOrder(order, share),
    page: share.page,
    frameId,
    documentId,
    origin,
    bareTool: entry.name,
    ...toolFacts(entry),
    state: 'sent',
    ...(decision.kind === 'hold' ? { isToHold: true } : {}),
    isConsequential: decision.isConsequential,
    decidedBy: decision.decidedBy,
    remember: decision.remember,
    ...(decision.crossingFrom.length > 0 ? { crossingFrom: decision.crossingFrom } : {}),
    ...(decision.redefinition ? { redefinition: decision.redefinition } : {}),
  }
}

const toolFacts = (entry: ToolEntry) => ({
  title: entry.title,
  kind: entry.kind,
  isReadOnly: entry.hints.readOnly === true,
  isUntrusted: entry.hints.untrustedContent === true,
  definitionHash: entry.definitionHash,
  target: entry.target,
  isUndoUnasked: entry.isUndoUnasked,
  seen: seenOf(entry),
})
