import { useId, useState } from 'preact/hooks'
import { isSensitiveName } from '../core/sensitive-names.ts'
import { send } from '../protocol/send.ts'
import { useUi } from '../ui/ui-context.tsx'
import { EditableList } from './editable-list.tsx'
import { parseRule } from './parse-rule.ts'
import { Section } from './section.tsx'

/** Names that the person counts as secret, tried at once on names of fields. */
export function RedactionSection({ rules }: { rules: readonly string[] }) {
  const { t } = useUi()
  return (
    <Section title="redaction_title" about="redaction_about">
      <EditableList
        name={t('redaction_title')}
        items={rules}
        addLabel={t('redaction_add')}
        parse={parseRule}
        problem={t('redaction_no_word')}
        onChange={(redactionRules) => void send('settings.change', { redactionRules })}
      />
      <Preview rules={rules} />
    </Section>
  )
}

function Preview({ rules }: { rules: readonly string[] }) {
  const { t } = useUi()
  const id = useId()
  const [samples, setSamples] = useState(() => t('redaction_samples'))
  const names = samples
    .split('\n')
    .map((name) => name.trim())
    .filter((name) => name !== '')
  return (
    <div class="preview">
      <div>
        <label for={id}>{t('redaction_try')}</label>
        <textarea
          id={id}
          rows={8}
          dir="auto"
          value={samples}
          onInput={(event) => setSamples(event.currentTarget.value)}
        />
      </div>
      <ul aria-label={t('redaction_outcome')}>
        {names.map((name, index) => (
          <li key={index}>
            <bdi>{name}</bdi>
            <Verdict name={name} rules={rules} />
          </li>
        ))}
      </ul>
    </div>
  )
}

function Verdict({ name, rules }: { name: string; rules: readonly string[] }) {
  const { t } = useUi()
  if (isSensitiveName(name, [])) return <span class="chip is-strong">{t('redaction_always')}</span>
  if (isSensitiveName(name, rules)) return <span class="chip is-strong">{t('redaction_by_rule')}</span>
  return <span class="chip">{t('redaction_shown')}</span>
}
