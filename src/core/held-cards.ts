import type { CallHost } from './call-host.ts'
import { formChanged } from './decide.ts'
import { refreshCard } from './hold.ts'
import type { PendingConfirmation } from './pending-confirmation.ts'
import type { RegisteredTool } from './registered-tool.ts'

/** The form behind these cards changed: a submit would send something else than was shown, other cards are redrawn. */
export function refreshTarget(target: string, host: CallHost): void {
  for (const confirmation of heldOn(host)) {
    const { definition, kind } = confirmation.tool
    if (definition.target !== target) continue
    if (kind === 'submit') confirmation.conclude({ kind: 'stale', message: formChanged })
    else void refreshCard(confirmation, host)
  }
}

export function refreshCards(host: CallHost): void {
  for (const confirmation of heldOn(host)) void refreshCard(confirmation, host)
}

/** What was shown is not what would run any more. */
export function withdrawCardsOf(tool: RegisteredTool, host: CallHost): void {
  for (const confirmation of heldOn(host)) {
    if (confirmation.tool !== tool) continue
    confirmation.conclude({ kind: 'stale', message: `The tool "${tool.name}" changed or left the page` })
  }
}

const heldOn = (host: CallHost): PendingConfirmation[] =>
  [...host.pending].filter((confirmation) => !confirmation.isWithinRun)
