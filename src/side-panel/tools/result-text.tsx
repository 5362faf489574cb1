import type { ToolResult } from '../../core/result.ts'
import { PageText } from '../../ui/page-text.tsx'
import { useUi } from '../../ui/ui-context.tsx'
import { outcomeText } from '../history/call-texts.ts'

/** An outcome in one line, with what is wrong below it. */
export function ResultText({ result }: { result: ToolResult }) {
  const { t } = useUi()
  const by = result.status === 'cancelled' ? result.by : undefined
  return (
    <>
      <p>
        <span class={`outcome is-${result.status}`}>{outcomeText(t, result.status, by)}</span>{' '}
        {'message' in result && <PageText text={result.message} />}
        {result.status === 'refused' && (
          <>
            {' '}
            <code>{result.code}</code>
          </>
        )}
      </p>
      {result.status === 'invalid' && (
        <ul class="problem">
          {result.issues.map(({ path, message }, at) => (
            <li key={at}>
              <bdi dir="ltr" class="tool-name">
                {path}
              </bdi>{' '}
              <PageText text={message} />
            </li>
          ))}
        </ul>
      )}
    </>
  )
}
