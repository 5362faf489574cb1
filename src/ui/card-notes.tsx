import type { ComponentChildren } from 'preact'
import type { Card } from '../core/confirmation.ts'
import { AgentName } from './agent-name.tsx'
import { Origin } from './origin.tsx'
import type { PendingCall, RedefinedPart } from './pending-call.ts'
import { Rich } from './rich.tsx'
import { TextDiff } from './text-diff.tsx'
import type { MessageKey } from './translate.ts'
import { useUi } from './ui-context.tsx'

/** What a tool's hints say, in the extension's own words. */
export function effectOf({ hints, isSubmitting }: Pick<Card, 'hints' | 'isSubmitting'>): MessageKey {
  if (hints.destructive) return 'effect_destructive'
  if (isSubmitting) return 'effect_submits'
  if (hints.consequential) return 'effect_consequential'
  return hints.readOnly ? 'effect_reads' : 'effect_changes'
}

export function Effect({ card }: { card: Card }) {
  const { t } = useUi()
  const key = effectOf(card)
  const isStrong = key !== 'effect_reads' && key !== 'effect_changes'
  return <span class={`chip${isStrong ? ' is-strong' : ''}`}>{t(key)}</span>
}

/** Everything about a card that calls for a second look. */
export function CardNotes({
  call,
  card,
  rivals,
}: {
  call: PendingCall
  card: Card
  rivals: readonly PendingCall[]
}) {
  const { t } = useUi()
  const { crossingFrom, crossingOthers, redefinition } = call
  const notes: ComponentChildren[] = []
  if (card.sendsTo !== undefined)
    notes.push(<Rich id="note_sends_to" parts={[<Origin key="to" origin={card.sendsTo} />]} />)
  if (crossingFrom) notes.push(<Crossing from={crossingFrom} others={crossingOthers} to={call.origin} />)
  if (redefinition) notes.push(<Redefinition parts={redefinition} />)
  if (card.isWithinRun) notes.push(t('note_within_run'))
  for (const rival of rivals)
    notes.push(<Rich id="note_rival" parts={[<AgentName key="rival" agent={rival.agent} />]} />)
  if (notes.length === 0) return null
  return (
    <ul class="notes">
      {notes.map((note, index) => (
        <li key={index}>{note}</li>
      ))}
    </ul>
  )
}

const partTexts = {
  description: 'redefined_description',
  params: 'redefined_params',
  hints: 'redefined_hints',
  form: 'redefined_form',
} as const satisfies Record<RedefinedPart['part'], MessageKey>

/** What the page has changed of a tool since it was allowed. */
function Redefinition({ parts }: { parts: readonly RedefinedPart[] }) {
  const { t } = useUi()
  return (
    <>
      {t('note_redefined')}
      <ul>
        {parts.map(({ part, before, after }) => (
          <li key={part}>
            {t(partTexts[part])}
            {after !== undefined && <TextDiff before={before ?? ''} after={after} />}
          </li>
        ))}
      </ul>
    </>
  )
}

type CrossingSites = { from: string[]; others: number | undefined; to: string }

function Crossing({ from, others, to }: CrossingSites) {
  const { t } = useUi()
  const list = from.map((origin, index) => (
    <>
      {index > 0 && ', '}
      <Origin origin={origin} />
    </>
  ))
  const more = others !== undefined && `, ${t('crossing_others', others)}`
  return <Rich id="note_crossing" parts={[[list, more], <Origin key="to" origin={to} />]} />
}
