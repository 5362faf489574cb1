import { Folded, isLongText } from './folded-text.tsx'
import { PageLines, PageText } from './page-text.tsx'
import { useUi } from './ui-context.tsx'

/** A value without parts. */
export function PlainValue({ value }: { value: unknown }) {
  const { t } = useUi()
  if (value === undefined || value === null || value === '')
    return <span class="empty">{t('value_empty')}</span>
  if (typeof value === 'boolean') return <span>{t(value ? 'value_yes' : 'value_no')}</span>
  if (typeof value !== 'string') return <bdi dir="ltr">{JSON.stringify(value)}</bdi>
  if (!isLongText(value) && !value.includes('\n'))
    return (
      <span class={isShort(value) ? 'short' : ''}>
        <PageText text={value} />
      </span>
    )
  return (
    <Folded isLong={isLongText(value)}>
      <PageLines text={value} />
    </Folded>
  )
}

/** A date, a time or a number in letters is read whole. */
const isShort = (text: string): boolean => text.length <= 16
