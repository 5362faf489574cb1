import { decidePolicy, findRememberChoices, hintClassOf, type RememberChoice } from '../core/policy.ts'
import type { RedefinedPart } from '../store/pending-confirmations.ts'
import type { Share } from '../store/shares.ts'
import { readSiteMode } from '../store/settings.ts'
import { findGrants, hasApprovedFill, readElsewhere, type FoundGrants } from './grants.ts'
import type { FrameTool } from './known-tools.ts'
import type { CallOrder } from './call-order.ts'

/** What is to happen with a call, why, and what its card may offer. */
export type CallDecision = {
  kind: 'run' | 'hold' | 'refuse'
  decidedBy: 'person' | 'grant' | 'mode' | 'hints'
  remember: RememberChoice[]
  /** Origins the agent has read from, where that is why it is held. */
  crossingFrom: string[]
  redefinition?: RedefinedPart[]
  isConsequential: boolean
  /** The grants that it runs by. */
  grantIds: string[]
}

/** Mode, grants and what the agent has read meet here; the rule itself is `core/policy`. */
export async function decideCall(order: CallOrder, share: Share, found: FrameTool): Promise<CallDecision> {
  const { frame, entry } = found
  const agentId = order.agent?.agentId
  const noGrants: FoundGrants = { grants: [], grantIds: [] }
  const [mode, granted, elsewhere, hasApproved] = await Promise.all([
    readSiteMode(frame.origin, share.isIncognito),
    agentId === undefined ? noGrants : findGrants({ agentId, origin: frame.origin, page: share.page, entry }),
    agentId === undefined ? [] : readElsewhere(agentId, frame.origin),
    agentId !== undefined && hasApprovedFill(agentId, share.page),
  ])
  const facts = { caller: order.caller, tool: entry, input: order.input, originsRead: elsewhere }
  const verdict = decidePolicy({ ...facts, mode, grants: granted.grants })
  const hintClass = hintClassOf(entry, order.input)
  const decidedBy =
    verdict.verdict === 'run' ? runReason(order, hintClass, granted.grants.length > 0) : 'mode'
  return {
    kind: verdict.verdict,
    decidedBy,
    grantIds: decidedBy === 'grant' ? granted.grantIds : [],
    remember: findRememberChoices({ ...facts, priorApprovals: hasApproved ? 1 : 0 }).filter(
      // What lasts is written to disk, and nothing of an incognito tab is.
      (choice) => choice !== 'always' || !share.isIncognito,
    ),
    crossingFrom: verdict.verdict === 'hold' && verdict.why === 'crossing_sites' ? elsewhere : [],
    ...(verdict.verdict === 'hold' && granted.redefinition ? { redefinition: granted.redefinition } : {}),
    isConsequential: hintClass === 'consequential',
  }
}

function runReason(order: CallOrder, hintClass: string, isGranted: boolean): CallDecision['decidedBy'] {
  if (order.caller === 'human') return 'person'
  if (isGranted) return 'grant'
  return hintClass === 'readOnly' ? 'hints' : 'mode'
}
