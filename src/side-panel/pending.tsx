import { accessRequests, openCalls } from '../store/pending-confirmations.ts'
import { isPaused as pausedItem } from '../store/settings.ts'
import { PendingList } from '../ui/pending-list.tsx'
import { keepWatched, useWatched } from '../ui/use-watched.ts'

/** Once this resolves, `Pending` draws what waits at once. */
export async function keepPending(): Promise<void> {
  await Promise.all([keepWatched(openCalls), keepWatched(accessRequests), keepWatched(pausedItem)])
}

type Props = {
  tabId: number | undefined
  /** A call of the person's own that gets its files by itself. */
  supplied: string | undefined
}

export function Pending({ tabId, supplied }: Props) {
  const calls = useWatched(openCalls)
  const access = useWatched(accessRequests)
  const isPaused = useWatched(pausedItem) ?? false
  if (!calls || !access) return null
  return (
    <PendingList
      calls={[...calls.values()].filter(({ callId }) => callId !== supplied)}
      access={[...access.values()]}
      tabId={tabId}
      isPaused={isPaused}
    />
  )
}
