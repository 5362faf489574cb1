import type { Registry } from '../core/registry.ts'
import { send } from '../protocol/send.ts'

/** Tells the worker which tools there are, once for all changes of one turn. */
export function reportTools(registry: Registry, signal: AbortSignal): void {
  let isScheduled = false
  const tell = (): void => {
    isScheduled = false
    if (!signal.aborted) void send('tools.changed', { tools: registry.manifest() }).catch(() => undefined)
  }
  // Hidden pages throttle timers; a message channel's tasks run at once everywhere.
  const { port1, port2 } = new MessageChannel()
  port1.addEventListener('message', tell)
  port1.start()
  const schedule = (): void => {
    if (isScheduled) return
    isScheduled = true
    port2.postMessage(undefined)
  }
  registry.on('change', schedule, signal)
  signal.addEventListener('abort', () => port1.close())
  schedule()
}
