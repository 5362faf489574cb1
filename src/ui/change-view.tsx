import type { Card } from '../core/confirmation.ts'
import { coversPath } from '../core/dot-path.ts'
import type { FieldChange } from '../core/result.ts'
import { FieldValue, type FindHidden } from './field-value.tsx'
import type { Reveal } from './hidden-value.tsx'
import { PageText } from './page-text.tsx'
import { isWorthMarking, TextDiff } from './text-diff.tsx'
import type { MessageKey } from './translate.ts'
import { useUi } from './ui-context.tsx'

type Shown = Pick<Card, 'changes' | 'labels' | 'skipped' | 'redacted'>

export const findHiddenIn =
  (redacted: Card['redacted']): FindHidden =>
  (path) =>
    redacted.find((entry) => coversPath(entry.path, path))?.why

/** What a call would change or did change, field by field, old value beside new. */
export function ChangeView({ changes, labels, skipped, redacted, reveal }: Shown & { reveal?: Reveal }) {
  const { t } = useUi()
  const findHidden = findHiddenIn(redacted)
  if (changes.length === 0 && skipped.length === 0) return null
  return (
    <dl class="changes" aria-label={t('changes')}>
      {changes.map((change) => (
        <Change
          key={change.path}
          change={change}
          label={labels[change.path]}
          findHidden={findHidden}
          reveal={reveal}
        />
      ))}
      {skipped.map(({ path, reason }) => (
        <div key={`skipped ${path}`} class="change is-skipped">
          <FieldLabel path={path} label={labels[path]} />
          <dd>{t(skipReasons[reason])}</dd>
        </div>
      ))}
    </dl>
  )
}

type ChangeProps = {
  change: FieldChange
  label: string | undefined
  findHidden: FindHidden
  reveal: Reveal
}

function Change({ change, label, findHidden, reveal }: ChangeProps) {
  const { path, before, after } = change
  const isMarked = isWorthMarking(before, after) && !findHidden(path)
  return (
    <div class={`change${isMarked ? ' is-wide' : ''}`}>
      <FieldLabel path={path} label={label} />
      <dd>
        {isMarked ? (
          <TextDiff before={String(before)} after={String(after)} />
        ) : (
          <Exchange change={change} findHidden={findHidden} reveal={reveal} after={after} />
        )}
      </dd>
    </div>
  )
}

function Exchange({ change, findHidden, reveal, after }: Omit<ChangeProps, 'label'> & { after: unknown }) {
  const { t } = useUi()
  const { path, before } = change
  return (
    <>
      <span class="before">
        <span class="visually-hidden">{t('change_from')} </span>
        <FieldValue value={before} path={path} findHidden={findHidden} reveal={undefined} />
      </span>{' '}
      <span class="arrow" aria-hidden="true" />{' '}
      <span class="after">
        <span class="visually-hidden">{t('change_to')} </span>
        <FieldValue value={after} path={path} findHidden={findHidden} reveal={reveal} />
      </span>
    </>
  )
}

export function FieldLabel({ path, label }: { path: string; label: string | undefined }) {
  const hasLabel = label !== undefined && label !== '' && label !== path
  return (
    <dt>
      <PageText text={hasLabel ? label : path} />
      {hasLabel && (
        <span class="path">
          <PageText text={path} />
        </span>
      )}
    </dt>
  )
}

export const skipReasons: Record<Card['skipped'][number]['reason'], MessageKey> = {
  user_edited: 'skip_user_edited',
  reverted: 'skip_reverted',
  coerced: 'skip_coerced',
  disabled: 'skip_disabled',
  read_only: 'skip_read_only',
  hidden: 'skip_hidden',
  unsupported: 'skip_unsupported',
  not_found: 'skip_not_found',
}
