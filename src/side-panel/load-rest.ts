import { useEffect, useState } from 'preact/hooks'
import type * as rest from './rest.ts'

type Rest = typeof rest

// Of this page.
let loaded: Rest | undefined
const loading = Promise.withResolvers<Rest>()

/** Everything that the first screen of a history where nothing waits does without: one file, fetched after it. */
export async function loadRest(): Promise<Rest> {
  if (loaded) return loaded
  const rest = await import('./rest.ts')
  await rest.keepPending()
  loaded = rest
  loading.resolve(rest)
  return rest
}

/** Undefined until it is there. */
export function useRest(): Rest | undefined {
  const [rest, setRest] = useState(loaded)
  useEffect(() => void loading.promise.then(setRest), [])
  return rest
}

/** To the worker. What the messages look like comes with the rest. */
export const send: Rest['send'] = async (name, input) => (await loading.promise).send(name, input)
