import type { Card } from '../core/confirmation.ts'
import { findHiddenIn } from './change-view.tsx'
import { FieldValue } from './field-value.tsx'
import type { Reveal } from './hidden-value.tsx'
import { Folded, isLongText } from './folded-text.tsx'
import { PageLines, PageText } from './page-text.tsx'
import { useUi } from './ui-context.tsx'

/** What the page says of the tool, and all arguments. */
export function CardDetail({ card, reveal }: { card: Card; reveal: Reveal }) {
  const { t } = useUi()
  return (
    <details class="detail">
      <summary>{t('details')}</summary>
      <h4>{t('page_says')}</h4>
      <Folded isLong={isLongText(card.description)}>
        <PageLines text={card.description} />
      </Folded>
      <p class="quiet">
        {t('tool_name')}{' '}
        <code>
          <PageText text={card.tool} />
        </code>
      </p>
      <h4>{t('arguments')}</h4>
      <FieldValue value={card.input} path="" findHidden={findHiddenIn(card.redacted)} reveal={reveal} />
    </details>
  )
}
