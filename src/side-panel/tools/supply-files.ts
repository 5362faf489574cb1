import { digestOf, type Card } from '../../core/confirmation.ts'
import { send } from '../../protocol/send.ts'
import { openCalls } from '../../store/pending-confirmations.ts'
import type { PickedFiles } from '../../ui/file-picker.tsx'
import type { PendingCall } from '../../ui/pending-call.ts'

/**
 * A page holds a call that needs files until a person has picked them. Those of the person's own call were picked with
 * it, and go to the page as soon as it asks.
 * @returns false where the page did not take them; the call then waits as a card
 */
export async function supplyFiles(
  callId: string,
  files: PickedFiles,
  lifetime: AbortSignal,
): Promise<boolean> {
  const pending = await waitUntilHeld(callId, lifetime)
  const card = pending.card ?? (await send('card.read', { callId }))?.card
  if (!card) return false
  const approval = {
    kind: 'approve',
    decisionId: crypto.randomUUID(),
    confirmId: pending.confirmId,
    digest: digestOf(card),
    files: filesOf(card, files),
  } as const
  const answer = await send('call.settle', { callId, decision: approval, remember: 'once' })
  return answer.outcome === 'taken'
}

const filesOf = (card: Card, files: PickedFiles): PickedFiles =>
  Object.fromEntries(card.files.map(({ path }) => [path, files[path] ?? []]))

/** Never resolves where the call ends unheld; the lifetime ends with the call. */
function waitUntilHeld(callId: string, lifetime: AbortSignal): Promise<PendingCall['pending']> {
  return new Promise((resolve) => {
    openCalls.watch((calls) => {
      const pending = calls.get(callId)?.pending
      if (pending) resolve(pending)
    }, lifetime)
  })
}
