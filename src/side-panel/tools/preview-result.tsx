import type { Output } from '../../protocol/contract.ts'
import { ChangeView } from '../../ui/change-view.tsx'
import { useUi } from '../../ui/ui-context.tsx'
import { ResultText } from './result-text.tsx'

/** What a run would change, or why it would not even begin. */
export function PreviewResult({ preview }: { preview: Output<'page.preview'> }) {
  const { t } = useUi()
  return (
    <section class="part" aria-live="polite">
      <h3>{t('panel_preview_title')}</h3>
      {'card' in preview ? <Card card={preview.card} /> : <ResultText result={preview.result} />}
    </section>
  )
}

function Card({ card }: { card: Extract<Output<'page.preview'>, { card: unknown }>['card'] }) {
  const { t } = useUi()
  return (
    <>
      {card.changes.length === 0 && card.skipped.length === 0 && <p>{t('panel_preview_nothing')}</p>}
      <ChangeView {...card} />
      {card.isSubmitting && <p class="notice">{t('effect_submits')}</p>}
      {card.sendsTo !== undefined && <p class="notice">{t('note_sends_to', card.sendsTo)}</p>}
    </>
  )
}
