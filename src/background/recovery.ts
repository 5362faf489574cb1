import type { CallState } from '../core/call.ts'
import { errorResult } from '../core/result.ts'
import type { Output } from '../protocol/contract.ts'
import { sendToDocument, type DocumentAddress } from '../protocol/send.ts'
import { openCalls, type OpenCall } from '../store/pending-confirmations.ts'
import { shares, type Share } from '../store/shares.ts'
import { cancelCall, endsWithAgent, settleLeftCalls, settleNavigatedCalls } from './call-ending.ts'
import { recordState, settleCall } from './call-records.ts'
import { settleForgottenCalls } from './forgotten-calls.ts'
import { listFrames } from './frames.ts'
import { registerPageScript } from './injection.ts'
import { injectSharedFrames } from './page-arrival.ts'
import { dropFrames, forgetTab } from './sharing.ts'

/** Makes the record agree with the pages again, at every start of the worker, before any event is handled. */
export async function recover(): Promise<void> {
  await Promise.all([recoverShares(), recoverCalls(), settleForgottenCalls()])
}

async function recoverCalls(): Promise<void> {
  const calls = [...(await openCalls.readAll()).values()]
  const documentIds = [...new Set(calls.map(({ documentId }) => documentId))]
  const callsOf = (id: string): OpenCall[] => calls.filter(({ documentId }) => documentId === id)
  await Promise.all(documentIds.map((id) => recoverDocument(callsOf(id))))
}

async function recoverDocument(calls: OpenCall[]): Promise<void> {
  const [first] = calls
  if (!first) return
  const callIds = calls.map(({ callId }) => callId)
  const answer = await sendToDocument(first, 'call.states', { callIds })
  if (!answer.ok) return recoverUnanswered(calls)
  const updates = new Map(answer.value.map(({ callId, update }) => [callId, update]))
  // A document speaks for its own calls alone, whatever else it names.
  for (const call of calls) {
    const update = updates.get(call.callId)
    if (update) await adopt(call.callId, update)
    else if (update === null) await settleCall(call, neverStarted)
  }
  await acknowledgeSettled(first, answer.value)
}

async function adopt(callId: string, state: CallState): Promise<void> {
  await recordState(callId, state)
  const call = await openCalls.find(callId)
  if (call?.isWithdrawn && endsWithAgent(call, false)) await cancelCall(call, 'signal')
}

/** Also those that the worker knew to be settled: it stopped before it could say so. */
async function acknowledgeSettled(address: DocumentAddress, states: Output<'call.states'>): Promise<void> {
  const settled = states.filter(({ update }) => update?.state === 'settled').map(({ callId }) => callId)
  if (settled.length > 0) await sendToDocument(address, 'call.acknowledge', { callIds: settled })
}

// The page is the same, and remembers every call that reached it.
const neverStarted = errorResult('The call did not reach the page, so nothing ran. Call again.')

async function recoverUnanswered(calls: OpenCall[]): Promise<void> {
  for (const call of calls) {
    const frames = await listFrames(call.tabId)
    if (frames.some(({ documentId }) => documentId === call.documentId)) continue
    const current = frames.find(({ frameId }) => frameId === call.frameId)
    await settleLeftCalls([call], current?.documentId)
    if (current) await settleNavigatedCalls(current.documentId)
  }
}

async function recoverShares(): Promise<void> {
  const all = Object.values(await shares.read())
  await Promise.all(all.map(recoverShare))
  // Also for sites that are always shared and not open now: it must be there before their first load.
  await registerPageScript()
}

async function recoverShare(share: Share): Promise<void> {
  const frames = await listFrames(share.tabId)
  if (frames.length === 0) return forgetTab(share.tabId)
  if (share.suspendedAt !== undefined) return
  const alive = new Set(frames.map(({ documentId }) => documentId))
  await dropFrames(share.tabId, (frame) => !alive.has(frame.documentId))
  await injectSharedFrames(share)
}
