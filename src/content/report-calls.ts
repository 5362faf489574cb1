import type { CallRequest, CallUpdate, SettledState, StartAnswer } from '../core/call.ts'
import { createDeferred } from '../core/deferred.ts'
import type { Registry } from '../core/registry.ts'
import { send } from '../protocol/send.ts'
import { sleep } from './dom/settle.ts'

const retryAfterMs = [50, 200, 1_000]
/** A call that is over this soon is told in the answer to the message that started it, in milliseconds. */
const replyWithinMs = 50
/** An end that was told in an answer and is not stored by then is told again: the answer may have come too late. */
const storedWithinMs = 2_000

export type CallReports = {
  /** Starts a call, and waits a moment for its end. */
  start(request: CallRequest): Promise<StartAnswer | SettledState>
}

/**
 * Tells the worker where calls stand, in order. A settled result stays in the registry until the worker has stored it;
 * a worker that cannot be reached now asks for it when it starts.
 */
export function reportCalls(
  registry: Registry,
  { signal, isLeft }: { signal: AbortSignal; isLeft: () => boolean },
): CallReports {
  let last: Promise<void> = Promise.resolve()
  const asked = new Set<string>()
  const starting = new Map<string, (update: CallUpdate) => void>()
  const tell = (update: CallUpdate): void => {
    last = last.then(() => report(registry, update))
  }
  const tellUnlessStored = createLaterLook((update: CallUpdate) => {
    if (registry.state(update.callId) !== undefined && !signal.aborted && !isLeft()) tell(update)
  })
  registry.on(
    'update',
    (update) => {
      const { callId, state } = update
      // The worker alone settles the calls of a document that is being left.
      if (isLeft()) return
      if (state === 'held' || state === 'asking') asked.add(callId)
      // Nobody was asked, so the worker takes the call for running from the moment it sent it.
      if (state === 'running' && !asked.has(callId)) return
      if (state === 'settled') asked.delete(callId)
      const reply = starting.get(callId)
      starting.delete(callId)
      reply?.(update)
      if (!reply || state !== 'settled') tell(update)
    },
    signal,
  )
  const replyWith = (end: CallUpdate & SettledState): SettledState => {
    tellUnlessStored(end)
    return { state: end.state, result: end.result, record: end.record }
  }
  return {
    async start(request) {
      const { callId, decision } = request
      if (decision !== 'run' || starting.has(callId)) return registry.start(request)
      const told = createDeferred<void>()
      let first: CallUpdate | undefined
      starting.set(callId, (update) => {
        first = update
        told.resolve()
      })
      const answer = registry.start(request)
      if (answer === 'accepted') await Promise.race([told.promise, sleep(replyWithinMs)])
      starting.delete(callId)
      return first?.state === 'settled' ? replyWith(first) : answer
    },
  }
}

/** Looks at all that it was given in the meantime, by one timer. */
function createLaterLook<T>(look: (item: T) => void): (item: T) => void {
  let items: T[] = []
  return (item) => {
    items.push(item)
    if (items.length > 1) return
    setTimeout(() => {
      const due = items
      items = []
      due.forEach(look)
    }, storedWithinMs)
  }
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
    if (delayMs > 0) await sleep(delayMs)
    // Leaving the id out of a union of states keeps the union; the type of the rest does not say so.
    const answer = await send('call.updated', { callId, update: update as never }).catch(() => undefined)
    if (answer) return answer.acknowledged
  }
  return undefined
}
