import type { Card } from '../core/confirmation.ts'
import type { Caller } from '../core/tool.ts'
import type { ShownAgent } from './agent-name.tsx'
import type { RememberChoice } from '../core/policy.ts'

/** A call as the store keeps it, as far as a card draws it. */
export type OpenCall = {
  callId: string
  caller: Caller
  agent: ShownAgent | null
  page: string
  tabId: number
  documentId: string
  origin: string
  topOrigin: string
  tool: string
  title?: string | undefined
  target?: string | undefined
  createdAt: number
  isConsequential: boolean
  remember: RememberChoice[]
  /** Origins that this agent has read from, where that is why it is held. */
  crossingFrom?: string[] | undefined
  /** How many more there are. */
  crossingOthers?: number | undefined
  /** An earlier grant was for another definition of the tool: what the page has changed since. */
  redefinition?: RedefinedPart[] | undefined
  isIncognito?: boolean | undefined
  pending?: Pending | undefined
}

export type RedefinedPart = {
  part: 'description' | 'params' | 'hints' | 'form'
  before?: string | undefined
  after?: string | undefined
}

export type Pending = {
  confirmId: string
  expiresAt: number
  digest: string
  /** Absent where it is too large to be stored. */
  card?: Card | undefined
  summary: string
}

/** A call that waits for a person. */
export type PendingCall = OpenCall & { pending: Pending }

/** An agent's request for a page that is not shared. */
export type AccessRequest = {
  requestId: string
  agent: ShownAgent
  origin: string
  url?: string | undefined
  reason: string
  createdAt: number
  expiresAt: number
}

export const isPending = (call: OpenCall): call is PendingCall => call.pending !== undefined

/**
 * The tab in front first; within it, and behind it, in order of arrival, so that a new card moves no older one. Equal
 * requests wait for one decision: the first stands for all.
 */
export function findPendingCalls(calls: Iterable<OpenCall>, tabId: number | undefined): PendingCall[] {
  const pending = [...calls].filter(isPending).sort((a, b) => {
    const byTab = Number(b.tabId === tabId) - Number(a.tabId === tabId)
    return byTab || a.createdAt - b.createdAt || a.callId.localeCompare(b.callId)
  })
  const isFirst = ({ callId, pending: { confirmId } }: PendingCall): boolean =>
    pending.find((other) => other.pending.confirmId === confirmId)?.callId === callId
  return pending.filter(isFirst)
}

/** Calls of other agents on the same form. */
export const findRivals = (call: PendingCall, all: readonly PendingCall[]): PendingCall[] =>
  call.target === undefined
    ? []
    : all.filter(
        (other) =>
          other.target === call.target &&
          other.documentId === call.documentId &&
          other.agent?.agentId !== call.agent?.agentId,
      )

/** Whether a card may be approved together with others, without being read as one of its own. */
export function isPlain(call: PendingCall): boolean {
  const { card } = call.pending
  if (!card || call.isConsequential || call.crossingFrom || card.isWithinRun) return false
  if (card.hints.consequential || card.hints.destructive || card.isSubmitting) return false
  return card.sendsTo === undefined && card.files.length === 0
}
