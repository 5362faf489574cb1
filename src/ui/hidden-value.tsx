import { useState } from 'preact/hooks'
import { PlainValue } from './plain-value.tsx'
import type { MessageKey } from './translate.ts'
import { useUi } from './ui-context.tsx'

/** Fetches what an agent sent at a path; absent where nothing can be revealed. */
export type Reveal = ((path: string) => Promise<unknown>) | undefined

export type WhyHidden = 'page' | 'field' | 'rule' | 'unreadable'

const reasons: Record<WhyHidden, MessageKey> = {
  page: 'hidden_by_page',
  field: 'hidden_by_field',
  rule: 'hidden_by_rule',
  unreadable: 'hidden_unreadable',
}

/** A value that is not shown, with the reason; what the agent itself sent can be revealed by a press. */
export function HiddenValue({ path, why, reveal }: { path: string; why: WhyHidden; reveal: Reveal }) {
  const { t } = useUi()
  const [revealed, setRevealed] = useState<{ value: unknown }>()
  const reason = t(reasons[why])
  if (!reveal) return <Hidden reason={reason} />
  if (revealed)
    return (
      <span class="revealed">
        <PlainValue value={revealed.value} />{' '}
        <button type="button" class="link" onClick={() => setRevealed(undefined)}>
          {t('hide_again')}
        </button>
      </span>
    )
  return (
    <>
      <Hidden reason={reason} />{' '}
      <button
        type="button"
        class="link"
        onClick={() => void reveal(path).then((value) => setRevealed({ value }))}
      >
        {t('reveal')}
      </button>
    </>
  )
}

function Hidden({ reason }: { reason: string }) {
  const { t } = useUi()
  return (
    <span class="hidden-value" title={reason}>
      {t('value_hidden')}
      <span class="visually-hidden"> {reason}</span>
    </span>
  )
}
