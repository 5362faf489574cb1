import { useEffect, useState } from 'preact/hooks'
import { accessRequests, openCalls } from '../store/pending-confirmations.ts'
import { isPaused as pausedItem } from '../store/settings.ts'
import { PendingList } from '../ui/pending-list.tsx'
import { useUi } from '../ui/ui-context.tsx'
import { useWatched } from '../ui/use-watched.ts'
import { AgentsSection } from './agents-section.tsx'
import { Footer } from './footer.tsx'
import { ShareSection } from './share-section.tsx'
import type { Subject } from './subject.ts'
import { useTabState } from './use-tab-state.ts'

/** Pending confirmations first, then the tab in front, then the agents. */
export function Popup({ subject: found }: { subject: Promise<Subject | undefined> }) {
  const { t } = useUi()
  const subject = useSettled(found)
  const calls = useWatched(openCalls)
  const access = useWatched(accessRequests)
  const isPaused = useWatched(pausedItem) ?? false
  const tab = useTabState(subject?.tabId)
  if (!calls || !access) return null
  return (
    <main>
      <h1 class="visually-hidden">{t('extension_name')}</h1>
      <PendingList
        calls={[...calls.values()]}
        access={[...access.values()]}
        tabId={subject?.tabId}
        isPaused={isPaused}
      />
      {tab && <ShareSection tab={tab} />}
      <AgentsSection isPaused={isPaused} />
      <Footer windowId={subject?.windowId} />
    </main>
  )
}

function useSettled<T>(promise: Promise<T>): T | undefined {
  const [value, setValue] = useState<T>()
  useEffect(() => void promise.then((settled) => setValue(() => settled)), [promise])
  return value
}
