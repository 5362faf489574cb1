import type { CallUpdate } from '../core/call.ts'
import type { Registry } from '../core/registry.ts'
import { send } from '../protocol/send.ts'

const retryAfterMs = [50, 200, 1_000]

/**
 * Tells the worker where calls stand, in order. A settled result stays in the registry until the worker has stored it;
 * a worker that cannot be reached now asks for it when it starts.
 */
export function reportCalls(
  registry: Registry,
  { signal, isLeft }: { signal: AbortSignal; isLeft: () => boolean },
): void {
  let last: Promise<void> = Promise.resolve()
  const asked = new Set<string>()
  registry.on(
    'update',
    (update) => {
      // The worker alone settles the calls of a document that is being left.
      if (isLeft()) return
      if (update.state === 'held' || update.state === 'asking') asked.add(update.callId)
      // Nobody was asked, so the worker takes the call for running from the moment it sent it.
      if (update.state === 'running' && !asked.has(update.callId)) return
      if (update.state === 'settled') asked.delete(update.callId)
      last = last.then(() => report(registry, update))
    },
    signal,
  )
}

async function report(registry: Registry, update: CallUpdate): Promise<void> {
  const { callId, ...state } = update
  const isAcknowledged = await deliver(callId, state)
  if (isAcknowledged === undefined)
    registry.reportError('transport_failed', `The worker could not be told that a call is ${update.state}`)
  if (isAcknowledged && update.state === 'settled') registry.acknowledge(callId)
}

/** Undefined where the worker could not be reached. */
async function deliver(callId: string, update: Omit<CallUpdate, 'callId'>): Promise<boolean | undefined> {
  for (const delayMs of [0, ...retryAfterMs]) {
    if (delayMs > 0) await new Promise((resolve) => setTimeout(resolve, delayMs))
    // Leaving the id out of a union of states keeps the union; the type of the rest does not say so.
    const answer = await send('call.updated', { callId, update: update as never }).catch(() => undefined)
    if (answer) return answer.acknowledged
  }
  return undefined
}
