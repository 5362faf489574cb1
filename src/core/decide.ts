import type { CallHost } from './call-host.ts'
import { findFaultOfPick } from './call-files.ts'
import { redactorFor } from './call-redactor.ts'
import type { Approval, Decision, DecisionAnswer } from './confirmation.ts'
import { isExpired } from './confirmation-desk.ts'
import { refreshCard } from './hold.ts'
import type { OpenCall } from './open-call.ts'
import { findBoundsIssues } from './input-bounds.ts'
import type { Edit, PendingConfirmation, PickedFiles } from './pending-confirmation.ts'
import { restorePlaceholders } from './placeholder.ts'
import { noteMaxLength } from './limits.ts'
import { checkInput } from './check-input.ts'
import type { Issue } from './result.ts'

const tooLate: DecisionAnswer = {
  outcome: 'refused',
  code: 'confirmation_expired',
  message: 'This confirmation is over',
}
const changedCard: DecisionAnswer = {
  outcome: 'refused',
  code: 'stale',
  message: 'The card changed since it was drawn. Read it again',
}
export const formChanged = 'Form changed since confirmation was requested'

/** One decision at a time; the same decision sent again gets the same answer. */
export function takeDecision(
  confirmation: PendingConfirmation,
  decision: Decision,
  host: CallHost,
): Promise<DecisionAnswer> {
  const known = confirmation.answers.get(decision.decisionId)
  if (known) return known
  const answer = confirmation.turn.then(() => judge(confirmation, decision, host))
  confirmation.turn = answer
  confirmation.answers.set(decision.decisionId, answer)
  return answer
}

export const findConfirmation = (call: OpenCall, confirmId: string): PendingConfirmation | undefined =>
  call.confirmations.find((confirmation) => confirmation.confirmId === confirmId)

async function judge(
  confirmation: PendingConfirmation,
  decision: Decision,
  host: CallHost,
): Promise<DecisionAnswer> {
  if (isExpired(confirmation, host)) return tooLate
  if (decision.kind === 'approve') return judgeApproval(confirmation, decision, host)
  const note = decision.note?.slice(0, noteMaxLength)
  confirmation.conclude({ kind: 'rejected', ...(note ? { note } : {}) })
  return { outcome: 'taken' }
}

async function judgeApproval(
  confirmation: PendingConfirmation,
  approval: Approval,
  host: CallHost,
): Promise<DecisionAnswer> {
  if (approval.digest !== confirmation.digest) return changedCard
  const changed = await findChangeBehind(confirmation, host)
  if (changed) return changed
  const files = new Map(Object.entries(approval.files ?? {}))
  const edit = await readEdit(confirmation, approval, host)
  if ('issues' in edit) return refuseEdit(confirmation, edit.issues, host)
  const fault = findPickFault(confirmation, edit.edit, files)
  if (fault) return fault
  // Time has passed since the checks above.
  if (isExpired(confirmation, host)) return tooLate
  if (approval.digest !== confirmation.digest) return changedCard
  confirmation.conclude({ kind: 'approved', edit: edit.edit, files })
  return { outcome: 'taken' }
}

/** A form may have changed without a word since its card was drawn; what is approved must be what is there. */
async function findChangeBehind(
  confirmation: PendingConfirmation,
  host: CallHost,
): Promise<DecisionAnswer | undefined> {
  const { tool, isWithinRun } = confirmation
  if (isWithinRun || tool.definition.target === undefined || !(await refreshCard(confirmation, host)))
    return undefined
  if (isExpired(confirmation, host)) return tooLate
  if (tool.kind !== 'submit') return changedCard
  confirmation.conclude({ kind: 'stale', message: formChanged })
  return { outcome: 'refused', code: 'stale', message: formChanged }
}

/** No edit where the arguments came back as they were shown. */
async function readEdit(
  confirmation: PendingConfirmation,
  approval: Approval,
  host: CallHost,
): Promise<{ edit: Edit | undefined } | { issues: Issue[] }> {
  const [call] = confirmation.members
  const { card, tool } = confirmation
  if (!call || !card || approval.input === undefined) return { edit: undefined }
  const bounds = findBoundsIssues(approval.input)
  if (bounds.length > 0) return { issues: bounds }
  const restored = restorePlaceholders({ original: call.input, shown: card.input, edited: approval.input })
  if ('issues' in restored) return restored
  if (restored.edited.length === 0) return { edit: undefined }
  const checked = await checkInput(tool, restored.input, host.rules)
  return 'issues' in checked ? checked : { edit: { ...restored, value: checked.value } }
}

function findPickFault(
  { isWithinRun, members, tool }: PendingConfirmation,
  edit: Edit | undefined,
  files: PickedFiles,
): DecisionAnswer | undefined {
  if (isWithinRun) return undefined
  const fault = findFaultOfPick(tool, edit ? edit.input : members[0]?.input, files)
  if (fault?.code === 'missing')
    return { outcome: 'issues', issues: [{ path: fault.path, message: 'Pick a file first' }] }
  return fault && { outcome: 'refused', code: 'file_rejected', message: fault.message }
}

/** Nothing is consumed: the person reads the issues on the card. Code that decides has nobody to read them. */
function refuseEdit(confirmation: PendingConfirmation, issues: Issue[], host: CallHost): DecisionAnswer {
  const [call] = confirmation.members
  if (confirmation.isWithinRun && call?.request.caller === 'test') confirmation.conclude({ kind: 'invalid' })
  const redactor = call && redactorFor(call, confirmation.tool, host)
  return { outcome: 'issues', issues: redactor ? redactor.issues(issues) : issues }
}
