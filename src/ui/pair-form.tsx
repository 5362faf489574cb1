import { useId, useState } from 'preact/hooks'
import { PageText } from './page-text.tsx'
import { Rich } from './rich.tsx'
import type { PairAnswer } from './send.ts'
import type { MessageKey } from './translate.ts'
import { useUi } from './ui-context.tsx'

type Failure = Extract<PairAnswer, { failed: unknown }>['failed']

const failures: Record<Failure, MessageKey> = {
  wrong_code: 'pair_wrong_code',
  no_agent: 'pair_no_agent',
  timeout: 'pair_timeout',
}

/** Takes the code that an agent shows. */
export function PairForm() {
  const { t, send } = useUi()
  const id = useId()
  const [code, setCode] = useState('')
  const [isPairing, setPairing] = useState(false)
  const [answer, setAnswer] = useState<PairAnswer>()
  const pair = async (): Promise<void> => {
    setPairing(true)
    const given = await send('agent.pair', { code: code.trim() }).catch(
      () => ({ failed: 'timeout' }) as const,
    )
    setAnswer(given)
    setPairing(false)
    if ('paired' in given) setCode('')
  }
  return (
    <form
      class="pair"
      onSubmit={(event) => {
        event.preventDefault()
        if (code.trim() !== '' && !isPairing) void pair()
      }}
    >
      <label for={id}>{t('pairing_code')}</label>
      <div class="row">
        <input
          id={id}
          type="text"
          dir="ltr"
          class="code"
          placeholder="XXXX-XXXX"
          maxLength={12}
          autocomplete="off"
          spellcheck={false}
          value={code}
          aria-describedby={`${id}-said`}
          onInput={(event) => setCode(event.currentTarget.value.toUpperCase())}
        />
        <button type="submit" disabled={isPairing}>
          {t('pair')}
        </button>
      </div>
      <output id={`${id}-said`} class={answer && 'failed' in answer ? 'problem' : 'quiet'}>
        {isPairing && t('pairing')}
        {!isPairing && answer && <PairOutcome answer={answer} />}
      </output>
    </form>
  )
}

function PairOutcome({ answer }: { answer: PairAnswer }) {
  const { t } = useUi()
  if ('failed' in answer) return <>{t(failures[answer.failed])}</>
  return <Rich id="pair_done" parts={[<PageText key="name" text={answer.paired.name} />]} />
}
