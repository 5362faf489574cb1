import { useState } from 'preact/hooks'
import { digestOf } from '../core/confirmation.ts'
import { AgentName } from './agent-name.tsx'
import { Origin } from './origin.tsx'
import { isPlain, type PendingCall } from './pending-call.ts'
import { Rich } from './rich.tsx'
import { useUi } from './ui-context.tsx'
import { useGuard } from './use-guard.ts'

/** Cards of one agent on one page that may be approved together, where there are at least two. */
export function findGroups(
  calls: readonly PendingCall[],
  isSeen: (call: PendingCall) => boolean,
): PendingCall[][] {
  const plain = calls.filter((call) => call.agent !== null && isPlain(call) && isSeen(call))
  const groups = new Map<string, PendingCall[]>()
  for (const call of plain) {
    const key = `${call.agent?.agentId ?? ''} ${call.page} ${call.origin}`
    groups.set(key, [...(groups.get(key) ?? []), call])
  }
  return [...groups.values()].filter((group) => group.length > 1)
}

type Props = { group: readonly PendingCall[]; isPaused: boolean; onDecided: (kind: 'approve') => void }

/** Approves each of the cards by a decision of its own. */
export function ApproveAll({ group, isPaused, onDecided }: Props) {
  const { t, send } = useUi()
  const [isSending, setSending] = useState(false)
  const [first] = group
  const approveAll = async (): Promise<void> => {
    setSending(true)
    await Promise.all(group.map((call) => approve(send, call).catch(() => undefined)))
    setSending(false)
    onDecided('approve')
  }
  const shown = group.map(({ callId, pending }) => `${callId} ${pending.digest}`).join(' ')
  const button = useGuard(shown, () => void approveAll(), !isPaused && !isSending)
  if (!first) return null
  return (
    <div class="approve-all row">
      <span>
        <Rich
          id="all_of_agent"
          parts={[
            <AgentName key="agent" agent={first.agent} />,
            <Origin key="origin" origin={first.origin} />,
          ]}
        />
      </span>
      <button type="button" {...button}>
        {t('approve_all', group.length)}
      </button>
    </div>
  )
}

async function approve(
  send: ReturnType<typeof useUi>['send'],
  { callId, pending }: PendingCall,
): Promise<void> {
  const { card, confirmId } = pending
  if (!card) return
  const decision = {
    kind: 'approve',
    decisionId: crypto.randomUUID(),
    confirmId,
    digest: digestOf(card),
  } as const
  await send('call.settle', { callId, decision, remember: 'once' })
}
