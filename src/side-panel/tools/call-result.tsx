import { useState } from 'preact/hooks'
import { send } from '../../protocol/send.ts'
import { FieldValue } from '../../ui/field-value.tsx'
import { useUi } from '../../ui/ui-context.tsx'
import { ResultText } from './result-text.tsx'
import type { Run } from './use-run.ts'

type Props = { run: Run; onShowCall: (callId: string) => void }

/** The outcome of the person's own call, with what a read returned, which is kept nowhere else. */
export function CallResult({ run: { callId, result }, onShowCall }: Props) {
  const { t } = useUi()
  return (
    <section class="part result" aria-live="polite" aria-busy={result === undefined}>
      <h3>{t('panel_result')}</h3>
      {result === undefined && (
        <p>
          <span class="outcome is-running">{t('panel_result_running')}</span>{' '}
          <button type="button" class="link" onClick={() => void send('call.stop', { callId })}>
            {t('panel_stop')}
          </button>
        </p>
      )}
      {result === 'lost' && <p class="problem">{t('panel_no_answer')}</p>}
      {result !== undefined && result !== 'lost' && (
        <>
          <ResultText result={result} />
          {result.status === 'ok' && <ReturnedData value={result.data} />}
          <button type="button" class="link" onClick={() => onShowCall(callId)}>
            {t('panel_see_in_history')}
          </button>
        </>
      )}
    </section>
  )
}

function ReturnedData({ value }: { value: unknown }) {
  const { t } = useUi()
  const [isRaw, setRaw] = useState(false)
  if (value === undefined || value === null) return <p class="quiet">{t('panel_result_no_data')}</p>
  return (
    <>
      <h4>{t('panel_result_data')}</h4>
      {isRaw ? (
        <pre class="json" dir="ltr">
          {JSON.stringify(value, null, 2)}
        </pre>
      ) : (
        <FieldValue value={value} path="" findHidden={() => 'field'} reveal={undefined} />
      )}
      <button type="button" class="link" aria-pressed={isRaw} onClick={() => setRaw(!isRaw)}>
        {t('panel_as_json')}
      </button>
    </>
  )
}
