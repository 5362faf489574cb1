import { cancelled, errorResult, ok, type ToolResult } from '../core/result.ts'
import { sendToDocument } from '../protocol/send.ts'
import { openCalls, type OpenCall } from '../store/pending-confirmations.ts'
import { undoableCalls } from '../store/undoable-calls.ts'
import { settleCall } from './call-records.ts'
import { listFrames } from './frames.ts'

export const isWaiting = (call: OpenCall): boolean => call.state === 'held' || call.state === 'asking'

/** Nobody has decided on it, also where its card has not been drawn yet. */
export const isUndecided = (call: OpenCall): boolean =>
  isWaiting(call) || (call.state === 'sent' && call.isToHold === true)

/** A person decided, or their decision is on its way to the page. */
const isByPerson = ({ decidedBy, isDecided }: OpenCall): boolean =>
  decidedBy === 'person' || isDecided === true

/** Whether a call ends when its agent gives up on it: it only reads, or nobody has decided on what was not disclosed. */
export const endsWithAgent = (call: OpenCall, isDisclosed: boolean): boolean =>
  isUndecided(call) && !isByPerson(call) ? !isDisclosed : call.isReadOnly

export const findOpenCalls = async (isMeant: (call: OpenCall) => boolean): Promise<OpenCall[]> =>
  [...(await openCalls.readAll()).values()].filter(isMeant)

/** A rule ends calls: the record is settled now, and the page is told to stop what it does. */
export async function endCalls(isMeant: (call: OpenCall) => boolean): Promise<void> {
  const calls = await findOpenCalls(isMeant)
  await Promise.all(
    calls.map(async (call) => {
      await settleCall(call, cancelled('policy'))
      await sendToDocument(call, 'call.cancel', { callId: call.callId, by: 'policy' })
    }),
  )
}

/** The person, or the agent, ends one call; the page settles it. */
export async function cancelCall(call: OpenCall, by: 'operator' | 'signal'): Promise<void> {
  const answer = await sendToDocument(call, 'call.cancel', { callId: call.callId, by })
  if (answer.ok) return
  if (answer.reason === 'unreachable') await settleLeftCall(call)
  else await settleIfLeft(call)
}

/** Stored first where the page may not have the call yet: if this worker stops here, the next one tells the page. */
export async function withdrawCall(call: OpenCall): Promise<void> {
  if (call.state === 'sent')
    await openCalls.update(call.callId, (current) => current && { ...current, isWithdrawn: true })
  await cancelCall(call, 'signal')
}

/** A document that says nothing may be busy, or left and kept by the browser: then nothing of it will come any more. */
export async function settleIfLeft(call: OpenCall): Promise<void> {
  const isThere = (await listFrames(call.tabId)).some(({ documentId }) => documentId === call.documentId)
  const current = await openCalls.find(call.callId)
  if (!isThere && current && !current.isNavigating) await settleLeftCall(current)
}

/**
 * The document of these calls is gone, and only the worker can settle them. A call that said it may navigate is settled
 * by the document that came after it, once that is interactive.
 */
export async function settleLeftCalls(calls: OpenCall[], nextDocumentId?: string): Promise<void> {
  for (const call of calls) {
    if (call.isNavigating && nextDocumentId !== undefined) {
      await openCalls.update(call.callId, (current) => current && { ...current, navigatedTo: nextDocumentId })
    } else await settleLeftCall(call)
  }
}

const settleLeftCall = (call: OpenCall): Promise<void> => settleCall(call, leftResult(call))

const leftResult = (call: OpenCall): ToolResult =>
  isUndecided(call) && call.state !== 'asking'
    ? cancelled('signal')
    : errorResult('The page was left before the result arrived; the outcome is unknown')

/** The document that a call navigated to is interactive. */
export async function settleNavigatedCalls(documentId: string): Promise<void> {
  for (const call of await findOpenCalls(({ navigatedTo }) => navigatedTo === documentId)) {
    await settleCall(call, ok({ navigated: true, page: call.page }))
  }
}

/**
 * A tab has loaded. Its documents are interactive, also one that came back from the cache, of which no other event tells,
 * or one that was interactive before it was stored that a call navigates to it.
 */
export async function settleNavigatedCallsOf(tabId: number): Promise<void> {
  const arrived = await findOpenCalls((call) => call.tabId === tabId && call.navigatedTo !== undefined)
  for (const call of arrived) await settleCall(call, ok({ navigated: true, page: call.page }))
}

/** What a document's fills replaced went with it. */
export async function forgetUndo(isMeant: (documentId: string, tabId: number) => boolean): Promise<void> {
  for (const call of (await undoableCalls.readAll()).values()) {
    if (isMeant(call.documentId, call.tabId)) await undoableCalls.update(call.callId, () => undefined)
  }
}
