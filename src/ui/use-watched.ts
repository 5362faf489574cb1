import { useEffect, useState } from 'preact/hooks'

type Watchable<T> = { watch(listener: (value: T) => void, signal: AbortSignal): void }

// Of the items that this page keeps.
const latest = new Map<unknown, unknown>()

/** Watches an item for as long as the page lives: once this resolves, whoever draws its value has it at once. */
export const keepWatched = <T>(item: Watchable<T>): Promise<void> =>
  new Promise((resolve) => {
    const keep = (value: T): void => {
      latest.set(item, value)
      resolve()
    }
    item.watch(keep, new AbortController().signal)
  })

/** The value of a stored item as it is now; undefined until it has been read once. */
export function useWatched<T>(item: Watchable<T>): T | undefined {
  // What is kept of an item came from it.
  const [value, setValue] = useState(() => latest.get(item) as T | undefined)
  useEffect(() => {
    const lifetime = new AbortController()
    item.watch((next) => setValue(() => next), lifetime.signal)
    return () => lifetime.abort()
  }, [item])
  return value
}
