import type { HistoryEntry } from '../../store/history.ts'
import { PageText } from '../../ui/page-text.tsx'
import { useUi } from '../../ui/ui-context.tsx'

type Who = Pick<HistoryEntry, 'caller' | 'agentId' | 'agentName'>

export const isPerson = (entry: Who): boolean => entry.caller === 'human'

/** A person is a round outline, an agent a filled square in its colour with its first letter. */
export function CallerMark({ entry, colour }: { entry: Who; colour: string }) {
  if (isPerson(entry))
    return (
      <svg class="mark mark-person" viewBox="0 0 24 24" aria-hidden="true">
        <circle cx="12" cy="12" r="11" />
        <circle cx="12" cy="9.5" r="3.5" />
        <path d="M5.5 19c1.2-3 3.6-4.5 6.5-4.5s5.3 1.5 6.5 4.5" />
      </svg>
    )
  const letter = /[\p{L}\p{N}]/u.exec(entry.agentName ?? '')?.[0] ?? '•'
  return (
    <span class={`mark mark-agent agent-${colour}`} aria-hidden="true">
      {letter.toUpperCase()}
    </span>
  )
}

export function CallerName({ entry }: { entry: Who }) {
  const { t } = useUi()
  if (isPerson(entry)) return <strong class="caller is-person">{t('panel_you')}</strong>
  if (entry.agentName === null) return <span class="caller">{t('panel_page_assistant')}</span>
  return (
    <span class="caller">
      <PageText text={entry.agentName} />
    </span>
  )
}
