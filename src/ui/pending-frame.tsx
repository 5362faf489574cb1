import type { ComponentChildren, RefObject } from 'preact'
import { useId } from 'preact/hooks'
import { useUi } from './ui-context.tsx'

type Props = {
  count: number
  heading?: RefObject<HTMLHeadingElement | null>
  cards?: ComponentChildren
  children?: ComponentChildren
}

/** What stands around everything that waits for a person, also while nothing does. */
export function PendingFrame({ count, heading, cards, children }: Props) {
  const { t } = useUi()
  const headingId = useId()
  return (
    <section class="pending" aria-labelledby={headingId}>
      <h2 {...(heading && { ref: heading })} id={headingId} tabIndex={-1}>
        {count > 0 ? t('waiting', count) : t('nothing_waiting')}
      </h2>
      <ul class="cards" aria-label={t('pending_confirmations')}>
        {cards}
      </ul>
      {children}
    </section>
  )
}
