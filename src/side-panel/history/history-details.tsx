import type { ComponentChildren } from 'preact'
import { useEffect, useRef, useState } from 'preact/hooks'
import type { CallRecord } from '../../core/call.ts'
import type { FieldChange } from '../../core/result.ts'
import type { SkippedField } from '../../core/tool.ts'
import type { StoredEntry } from '../../store/history-entries.ts'
import { AgentName } from '../../ui/agent-name.tsx'
import { ChangeView, FieldLabel } from '../../ui/change-view.tsx'
import { FieldValue, placeholder } from '../../ui/field-value.tsx'
import { Origin } from '../../ui/origin.tsx'
import { PageLines, PageText } from '../../ui/page-text.tsx'
import { Rich } from '../../ui/rich.tsx'
import type { MessageKey } from '../../ui/translate.ts'
import { useUi } from '../../ui/ui-context.tsx'
import { deciderText, durationText, momentText, titleOf } from './call-texts.ts'
import { CallerMark, CallerName } from './caller-mark.tsx'
import { CallActions } from './call-actions.tsx'
import { OutcomeBadge } from './history-row.tsx'

type Props = {
  entry: StoredEntry
  agent: { name: string; colour: string; folder?: string | undefined } | undefined
  /** Its document still holds what it replaced. */
  isKept: boolean
  onClose: () => void
}

/** Everything that is kept of one call, drawn anew as the call moves on. */
export function HistoryDetails({ entry, agent, isKept, onClose }: Props) {
  const { t } = useUi()
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [entry.callId])
  useEscape(onClose)
  return (
    <article class="call-details" aria-labelledby="call-heading">
      <button type="button" class="link back" onClick={onClose}>
        {t('panel_back')}
      </button>
      <header>
        <CallerMark entry={entry} colour={agent?.colour ?? 'c8'} />
        <h2 id="call-heading" ref={heading} tabIndex={-1}>
          <PageText text={titleOf(entry)} />
        </h2>
        <OutcomeBadge entry={entry} />
      </header>
      <Facts entry={entry} agent={agent} />
      <WhatHappened entry={entry} />
      <CallActions entry={entry} isKept={isKept} onRemoved={onClose} />
    </article>
  )
}

function useEscape(onEscape: () => void): void {
  const latest = useRef(onEscape)
  latest.current = onEscape
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent): void => {
      const isElsewhere = document.querySelector('dialog[open], :popover-open') !== null
      if (event.key === 'Escape' && !event.defaultPrevented && !isElsewhere) latest.current()
    }
    document.addEventListener('keydown', onKeyDown)
    return () => document.removeEventListener('keydown', onKeyDown)
  }, [])
}

function Facts({ entry, agent }: Pick<Props, 'entry' | 'agent'>) {
  const { t, locale } = useUi()
  const decider = deciderText(t, entry)
  const isFramed = entry.topOrigin !== entry.origin
  return (
    <dl class="facts">
      <Fact label="panel_fact_caller">
        {agent && entry.agentId !== null && entry.caller !== 'human' ? (
          <AgentName agent={{ ...agent, agentId: entry.agentId }} />
        ) : (
          <CallerName entry={entry} />
        )}
      </Fact>
      <Fact label="panel_fact_site">
        {isFramed ? (
          <Rich
            id="framed_in"
            parts={[<Origin origin={entry.origin} />, <Origin origin={entry.topOrigin} />]}
          />
        ) : (
          <Origin origin={entry.origin} />
        )}
      </Fact>
      <Fact label="panel_fact_tool">
        <bdi dir="ltr" class="tool-name">
          {entry.tool}
        </bdi>
      </Fact>
      <Fact label="panel_fact_time">{momentText(entry.startedAt, locale)}</Fact>
      {entry.record && (
        <Fact label="panel_fact_duration">{durationText(entry.record.durationMs, locale)}</Fact>
      )}
      {decider !== undefined && <Fact label="panel_fact_decided">{decider}</Fact>}
      {entry.code !== undefined && (
        <Fact label="panel_fact_code">
          <code>{entry.code}</code>
        </Fact>
      )}
    </dl>
  )
}

function Fact({ label, children }: { label: MessageKey; children: ComponentChildren }) {
  const { t } = useUi()
  return (
    <div>
      <dt>{t(label)}</dt>
      <dd>{children}</dd>
    </div>
  )
}

function WhatHappened({ entry }: { entry: StoredEntry }) {
  const { t } = useUi()
  const record: Partial<CallRecord> = entry.record ?? {}
  const { changes = [], skipped = [], issues = [], labels = {}, edited = [], input } = record
  return (
    <>
      <Said title={t('page_says')} text={entry.summary} />
      <Said title={t('panel_error_text')} text={record.errorText} isProblem />
      <Said title={t('panel_message')} text={entry.message} />
      <Said title={t('panel_note')} text={entry.note} />
      <Changes changes={changes} labels={labels} />
      <Skipped fields={skipped} labels={labels} />
      <Issues issues={issues} labels={labels} />
      {edited.length > 0 && (
        <Part title={t('panel_edited')}>
          <bdi dir="ltr">{edited.join(', ')}</bdi>
        </Part>
      )}
      {input !== undefined && <Input input={input} />}
    </>
  )
}

function Changes({ changes, labels }: { changes: FieldChange[]; labels: Record<string, string> }) {
  const { t } = useUi()
  if (changes.length === 0) return null
  const redacted = changes
    .filter(({ before, after }) => before === placeholder || after === placeholder)
    .map(({ path }) => ({ path, why: 'field' as const }))
  return (
    <Part title={t('changes')}>
      <ChangeView changes={changes} labels={labels} skipped={[]} redacted={redacted} />
    </Part>
  )
}

function Part({ title, children }: { title: string; children: ComponentChildren }) {
  return (
    <section class="part">
      <h3>{title}</h3>
      {children}
    </section>
  )
}

type SaidProps = { title: string; text: string | undefined; isProblem?: boolean }

function Said({ title, text, isProblem = false }: SaidProps) {
  if (text === undefined || text === '') return null
  return (
    <Part title={title}>
      <div class={isProblem ? 'problem' : ''}>
        <PageLines text={text} />
      </div>
    </Part>
  )
}

type Labels = Readonly<Record<string, string>>

const skipReasons: Record<SkippedField['reason'], MessageKey> = {
  user_edited: 'panel_skip_user_edited',
  reverted: 'panel_skip_reverted',
  coerced: 'panel_skip_coerced',
  disabled: 'panel_skip_disabled',
  read_only: 'panel_skip_read_only',
  hidden: 'panel_skip_hidden',
  unsupported: 'panel_skip_unsupported',
  not_found: 'panel_skip_not_found',
}

function Skipped({ fields, labels }: { fields: readonly SkippedField[]; labels: Labels }) {
  const { t } = useUi()
  if (fields.length === 0) return null
  return (
    <Part title={t('panel_skipped')}>
      <dl class="changes">
        {fields.map(({ path, reason }) => (
          <div key={path} class="change">
            <FieldLabel path={path} label={labels[path]} />
            <dd>{t(skipReasons[reason])}</dd>
          </div>
        ))}
      </dl>
    </Part>
  )
}

function Issues({
  issues,
  labels,
}: {
  issues: readonly { path: string; message: string }[]
  labels: Labels
}) {
  const { t } = useUi()
  if (issues.length === 0) return null
  return (
    <Part title={t('panel_issues')}>
      <dl class="changes">
        {issues.map(({ path, message }, at) => (
          <div key={at} class="change">
            <FieldLabel path={path === '' ? t('panel_whole_input') : path} label={labels[path]} />
            <dd>
              <PageText text={message} />
            </dd>
          </div>
        ))}
      </dl>
    </Part>
  )
}

function Input({ input }: { input: unknown }) {
  const { t } = useUi()
  const [isRaw, setRaw] = useState(false)
  return (
    <Part title={t('panel_input')}>
      {isRaw ? (
        <pre class="json" dir="ltr">
          {JSON.stringify(input, null, 2)}
        </pre>
      ) : (
        <FieldValue value={input} path="" findHidden={() => 'field'} reveal={undefined} />
      )}
      <button type="button" class="link" aria-pressed={isRaw} onClick={() => setRaw(!isRaw)}>
        {t('panel_as_json')}
      </button>
    </Part>
  )
}
