import { useEffect, useState } from 'preact/hooks'

type Watchable<T> = { watch(listener: (value: T) => void, signal: AbortSignal): void }

/** The value of a stored item as it is now; undefined until it has been read once. */
export function useWatched<T>(item: Watchable<T>): T | undefined {
  const [value, setValue] = useState<T>()
  useEffect(() => {
    const lifetime = new AbortController()
    item.watch((next) => setValue(() => next), lifetime.signal)
    return () => lifetime.abort()
  }, [item])
  return value
}
