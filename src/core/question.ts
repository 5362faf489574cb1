import type { CallHost } from './call-host.ts'
import { canonicalJson } from './canonical-json.ts'
import { drawQuestion, type DrawnCard } from './card.ts'
import { redactorFor } from './call-redactor.ts'
import { isDeskFull, openConfirmation, showCard } from './confirmation-desk.ts'
import type { Deadline } from './deadline.ts'
import { createDeferred } from './deferred.ts'
import { startRunning } from './move-call.ts'
import type { OpenCall } from './open-call.ts'
import type { Conclusion } from './pending-confirmation.ts'
import type { RegisteredTool } from './registered-tool.ts'
import type { ConfirmOutcome, ToolContext } from './tool.ts'

/** `ctx.confirm`: questions in the middle of a run, one after the other. Never rejects. */
export function createQuestions(
  call: OpenCall,
  tool: RegisteredTool,
  host: CallHost,
  deadline: Deadline,
): ToolContext['confirm'] {
  let turn: Promise<unknown> = Promise.resolve()
  return (request) => {
    const answer = turn.then(() => askSafely(request))
    turn = answer
    return answer
  }

  async function askSafely(request: Parameters<ToolContext['confirm']>[0]): Promise<ConfirmOutcome> {
    try {
      return await answerQuestion(call, tool, host, { request, deadline })
    } catch (cause) {
      host.reportError('tool_threw', 'A question to the person could not be asked', {
        tool: tool.name,
        cause,
      })
      return { approved: false, reason: 'confirmation_unavailable' }
    }
  }
}

type Asked = { request: Parameters<ToolContext['confirm']>[0]; deadline: Deadline }

async function answerQuestion(
  call: OpenCall,
  tool: RegisteredTool,
  host: CallHost,
  { request, deadline }: Asked,
): Promise<ConfirmOutcome> {
  if (call.controller.signal.aborted || call.isSettled) return { approved: false, reason: 'signal' }
  const drawn = drawQuestion(call, tool, redactorFor(call, tool, host), {
    summary: request.summary,
    changes: request.changes ?? [],
  })
  if (call.request.caller === 'human' || wasShown(call, drawn)) return { approved: true }
  if (host.options.hasConfirmationSurface === false || isDeskFull(call, host)) {
    return { approved: false, reason: 'confirmation_unavailable' }
  }
  deadline.pause()
  const outcome = await askPerson(call, tool, host, drawn)
  deadline.resume()
  return outcome
}

/** The person approved exactly this a moment ago, and changed nothing. */
function wasShown(call: OpenCall, drawn: DrawnCard): boolean {
  const shown = call.confirmations.find((confirmation) => !confirmation.isWithinRun)?.card
  if (!call.isApproved || !shown || call.edited) return false
  const asked = drawn.card
  return canonicalJson([asked.summary, asked.changes]) === canonicalJson([shown.summary, shown.changes])
}

function askPerson(
  call: OpenCall,
  tool: RegisteredTool,
  host: CallHost,
  drawn: DrawnCard,
): Promise<ConfirmOutcome> {
  const outcome = createDeferred<ConfirmOutcome>()
  const withdraw = (): void => confirmation.conclude({ kind: 'withdrawn' })
  const confirmation = openConfirmation(call, tool, host, {
    isWithinRun: true,
    onConcluded: (conclusion) => {
      call.controller.signal.removeEventListener('abort', withdraw)
      startRunning(call, host)
      outcome.resolve(toOutcome(conclusion))
    },
  })
  call.controller.signal.addEventListener('abort', withdraw, { once: true })
  showCard(confirmation, drawn, host)
  return outcome.promise
}

function toOutcome(conclusion: Conclusion): ConfirmOutcome {
  switch (conclusion.kind) {
    case 'approved':
      return conclusion.edit ? { approved: true, input: conclusion.edit.value } : { approved: true }
    case 'rejected':
      return { approved: false }
    case 'expired':
    case 'invalid':
      return { approved: false, reason: conclusion.kind }
    default:
      return { approved: false, reason: 'signal' }
  }
}
