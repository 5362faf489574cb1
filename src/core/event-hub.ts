/** Listeners by event name. A listener that throws stops neither the others nor the caller. */
export type EventHub<Events> = {
  emit<E extends keyof Events>(event: E, detail: Events[E]): void
  on<E extends keyof Events>(event: E, listener: (detail: Events[E]) => void, signal?: AbortSignal): void
}

export function createEventHub<Events>(): EventHub<Events> {
  // Keyed by event, so that each set holds only listeners of that event's detail.
  const listeners = new Map<keyof Events, Set<(detail: never) => void>>()
  return {
    emit(event, detail) {
      for (const listener of Array.from(listeners.get(event) ?? [])) {
        try {
          listener(detail as never)
        } catch (cause) {
          queueMicrotask(() => {
            throw cause
          })
        }
      }
    },
    on(event, listener, signal) {
      if (signal?.aborted) return
      const known = listeners.get(event) ?? new Set()
      listeners.set(event, known.add(listener))
      signal?.addEventListener('abort', () => known.delete(listener), { once: true })
    },
  }
}
