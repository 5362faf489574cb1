import type { CallToolResult } from '@modelcontextprotocol/server'
import type { ToolResult } from '../core/result.ts'
import type { AgentUpdate } from '../protocol/agent-link.ts'
import { answer } from './answers.ts'
import { lostMessage, type OpenCall } from './open-calls.ts'

/** The outcome of one call, and whose words it is in. */
export type Outcome = { content: Record<string, unknown>; isUntrusted: boolean }

export function outcomeOf({ callId, update }: OpenCall, result: ToolResult): Outcome {
  const edited = update?.edited
  return {
    content: { callId, ...(edited === undefined || edited.length === 0 ? {} : { edited }), ...result },
    isUntrusted: isPageWritten(result, update),
  }
}

/** An outcome as `await_confirmation` lists it. */
export function fetchedOutcome(id: string, call: OpenCall, result: ToolResult): Outcome {
  const { content, isUntrusted } = outcomeOf(call, result)
  const { callId, edited, ...rest } = content
  return { content: { id, callId, ...(edited === undefined ? {} : { edited }), result: rest }, isUntrusted }
}

/** The connection broke under this call, and its browser, asked now, has never heard of it. */
export const lostOutcome = (id: string): Outcome => ({
  content: {
    id,
    callId: id,
    result: {
      status: 'error',
      message: `${lostMessage}. The browser has no record of this call: it seems not to have arrived. Look at the page before you call again`,
    },
  },
  isUntrusted: false,
})

export const unknownOutcome = (id: string): Outcome => ({
  content: {
    id,
    result: {
      status: 'refused',
      code: 'confirmation_expired',
      message: 'No call of yours has this id, or its outcome was fetched and is no longer kept',
    },
  },
  isUntrusted: false,
})

/** What a page returned, or said about its own fields; refusals and cancellations are in our words or the person's. */
const isPageWritten = (result: ToolResult, update: AgentUpdate | undefined): boolean =>
  update !== undefined &&
  update.untrusted !== false &&
  result.status !== 'refused' &&
  result.status !== 'cancelled'

/** Not an error: says who must act, where, and what to call next. */
export function undecidedAnswer(calls: OpenCall[]): CallToolResult {
  const held = calls.find(({ update }) => update?.state === 'held')
  const call = held ?? calls[0]
  if (call === undefined) throw new Error('Nothing to wait for')
  for (const each of calls) {
    each.isDisclosed = true
    each.undecidedWaits += 1
  }
  return held === undefined ? runningAnswer(call) : heldAnswer(call, Math.max(...calls.map(waitsOf)))
}

const waitsOf = ({ undecidedWaits }: OpenCall): number => undecidedWaits

function heldAnswer({ callId, update }: OpenCall, waits: number): CallToolResult {
  const confirmId = update?.confirmId ?? callId
  const awaiting = `await_confirmation with ids ["${confirmId}"]`
  const next =
    waits < 2
      ? `The person must approve or reject this in their browser, in the Countersign popup or side panel. Call ${awaiting}; do not call the tool again.`
      : `Still undecided. End your turn now and tell the person that this waits for their approval in the Countersign popup of their browser. Once they say they decided, call ${awaiting}.`
  const changes = update?.changes
  const summary = update?.summary ?? ''
  return answer(
    {
      callId,
      status: 'needs_confirmation',
      confirmId,
      summary,
      ...(changes === undefined ? {} : { changes }),
      next,
    },
    update?.untrusted !== false && (summary !== '' || changes !== undefined),
  )
}

function runningAnswer({ callId, update }: OpenCall): CallToolResult {
  const summary =
    update === undefined
      ? 'The browser has not answered yet; nobody needs to act.'
      : 'The call is running; nobody needs to act.'
  const next = `Call await_confirmation with ids ["${callId}"]; do not call the tool again.`
  return answer({ callId, status: 'needs_confirmation', confirmId: callId, summary, next }, false)
}
