import { useMemo, useState } from 'preact/hooks'
import { canonicalJson } from '../core/canonical-json.ts'
import { digestOf, type Card } from '../core/confirmation.ts'
import type { RememberChoice } from '../core/policy.ts'
import { CardOutcome } from './card-outcome.tsx'
import { DecisionActions } from './decision-actions.tsx'
import { arePicked, type PickedFiles } from './file-picker.tsx'
import type { PendingCall } from './pending-call.ts'
import { RememberSelect } from './remember-select.tsx'
import { useUi } from './ui-context.tsx'
import { useDecision, type DecisionWithoutId } from './use-decision.ts'
import type { Edit } from './use-edit.ts'
import { useGuard } from './use-guard.ts'

type Props = {
  call: PendingCall
  /** Absent until it has been read; nothing can be approved before. */
  card: Card | undefined
  edit: Edit
  files: PickedFiles
  isPaused: boolean
  onDecided: (kind: 'approve' | 'reject') => void
}

/** Approve, reject, edit; and why the last decision did not count. */
export function CardDecision(props: Props) {
  const { call, card, edit, isPaused, onDecided } = props
  const { t } = useUi()
  const [remember, setRemember] = useState<RememberChoice>('once')
  const { confirmId } = call.pending
  const decision = useDecision(call.callId, onDecided)
  const approval = useApproval(props)
  const approve = useGuard(
    `${approval?.digest ?? ''} ${canonicalJson(edit.edited)} ${edit.isOn}`,
    () => approval && void decision.decide(approval, edit.edited ? 'once' : remember),
    approval !== undefined && !isPaused && !decision.isSending,
  )
  return (
    <>
      {decision.outcome && <CardOutcome outcome={decision.outcome} labels={card?.labels ?? {}} />}
      <DecisionActions
        approve={approve}
        isPaused={isPaused}
        onReject={(note) => void decision.decide({ kind: 'reject', confirmId, ...note }, 'once')}
        middle={
          card && (
            <button type="button" class="link" aria-pressed={edit.isOn} onClick={edit.toggle}>
              {t('edit')}
            </button>
          )
        }
        beforeApprove={
          !edit.edited && <RememberSelect choices={call.remember} value={remember} onChange={setRemember} />
        }
      />
    </>
  )
}

/** What Approve would send: exactly what is drawn. Undefined while something is missing or wrong. */
function useApproval({
  call,
  card,
  edit,
  files,
}: Props): Extract<DecisionWithoutId, { kind: 'approve' }> | undefined {
  const digest = useMemo(() => (card ? digestOf(card) : ''), [card])
  if (!card || edit.issues.length > 0 || !arePicked(card.files, files)) return undefined
  return {
    kind: 'approve',
    confirmId: call.pending.confirmId,
    digest,
    ...edit.edited,
    ...(card.files.length > 0 ? { files } : {}),
  }
}
