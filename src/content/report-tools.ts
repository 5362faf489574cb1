import type { Registry } from '../core/registry.ts'
import type { ToolEntry } from '../core/tool-manifest.ts'
import { send } from '../protocol/send.ts'
import { nextTask } from './dom/settle.ts'
import { finishInTurns } from './turns.ts'

/**
 * Tells the worker which tools there are, first once it is `ready`, then once for all changes of one turn. Returns how to
 * wait until it has been told of them all.
 */
export function reportTools(
  registry: Registry,
  { signal, ready }: { signal: AbortSignal; ready: Promise<void> },
): () => Promise<void> {
  let isScheduled = false
  let isTelling = false
  const tell = async (): Promise<void> => {
    isTelling = true
    isScheduled = false
    const tools = await listInTurns(registry, signal).finally(() => {
      isTelling = false
      if (isScheduled) post()
    })
    if (tools && !signal.aborted) await send('tools.changed', { tools }).catch(() => undefined)
  }
  // Hidden pages throttle timers; a message channel's tasks run at once everywhere.
  const { port1, port2 } = new MessageChannel()
  port1.addEventListener('message', () => void tell())
  port1.start()
  const post = (): void => port2.postMessage(undefined)
  const schedule = (): void => {
    if (!isScheduled && !isTelling) post()
    isScheduled = true
  }
  registry.on('change', schedule, signal)
  signal.addEventListener('abort', () => port1.close())
  void ready.then(schedule)
  const isBehind = (): boolean => (isScheduled || isTelling) && !signal.aborted
  return async () => {
    while (isBehind()) await nextTask()
  }
}

async function listInTurns(registry: Registry, signal: AbortSignal): Promise<ToolEntry[] | undefined> {
  const isGivenUp = (): boolean => signal.aborted
  const prepared = await finishInTurns(collect(registry.prepareEntries()), isGivenUp)
  if (!prepared) return undefined
  await Promise.allSettled(prepared)
  // Where nothing was left to prepare this is still the same task.
  await nextTask()
  return finishInTurns(collect(registry.entries()), isGivenUp)
}

function* collect<T>(items: Iterable<T>): Generator<void, T[]> {
  const collected: T[] = []
  for (const item of items) {
    collected.push(item)
    yield
  }
  return collected
}
