import { useMemo } from 'preact/hooks'
import { shares } from '../../store/shares.ts'
import { undoableCalls } from '../../store/undoable-calls.ts'
import { useWatched } from '../../ui/use-watched.ts'

/** Ids of the calls that can be undone now: their document holds what they replaced, and lives. Undefined until known. */
export function useUndoable(): ReadonlySet<string> | undefined {
  const calls = useWatched(undoableCalls)
  const shared = useWatched(shares)
  return useMemo(() => {
    if (!calls || !shared) return undefined
    const living = new Set(
      Object.values(shared).flatMap(({ frames }) => frames.map(({ documentId }) => documentId)),
    )
    return new Set([...calls].filter(([, call]) => living.has(call.documentId)).map(([callId]) => callId))
  }, [calls, shared])
}
