import type { Outcome } from './use-decision.ts'
import { PageText } from './page-text.tsx'
import type { MessageKey } from './translate.ts'
import { useUi } from './ui-context.tsx'

type Refused = Extract<Outcome, { outcome: 'refused' }>

const refusals: Record<Refused['code'], MessageKey> = {
  confirmation_expired: 'refused_expired',
  stale: 'refused_stale',
  paused: 'refused_paused',
  file_rejected: 'refused_file',
}

/** Why a decision did not count; the card stays as long as it can still be decided. */
export function CardOutcome({ outcome, labels }: { outcome: Outcome; labels: Record<string, string> }) {
  const { t } = useUi()
  if (outcome.outcome === 'lost')
    return (
      <p role="alert" class="problem">
        {t('decision_lost')}
      </p>
    )
  if (outcome.outcome === 'refused')
    return (
      <p role="alert" class="problem">
        {t(refusals[outcome.code])}
        {outcome.code === 'file_rejected' && (
          <>
            {' '}
            <PageText text={outcome.message} />
          </>
        )}
      </p>
    )
  return (
    <div role="alert" class="problem">
      {t('not_valid')}
      <ul>
        {outcome.issues.map(({ path, message }) => (
          <li key={`${path} ${message}`}>
            {path !== '' && (
              <strong>
                <PageText text={labels[path] ?? path} />{' '}
              </strong>
            )}
            <PageText text={message} />
          </li>
        ))}
      </ul>
    </div>
  )
}
