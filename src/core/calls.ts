import type { CallHost } from './call-host.ts'
import { callTool, previewCall } from './call-tool.ts'
import type { CallRequest } from './call.ts'
import type { Decision, DecisionAnswer } from './confirmation.ts'
import { findConfirmation, takeDecision } from './decide.ts'
import { findAtPath } from './dot-path.ts'
import { leaveHold } from './hold.ts'
import { toClone } from './json-boundary.ts'
import { rememberedCallIds } from './limits.ts'
import { openCall } from './open-call.ts'
import { toolFailed } from './preview.ts'
import { createRandomId } from './random-id.ts'
import type { Registry } from './registry.ts'
import { errorResult, refuse, type CancelledBy } from './result.ts'

type Calls = Pick<
  Registry,
  'start' | 'call' | 'preview' | 'decide' | 'cancel' | 'state' | 'openCallIds' | 'acknowledge' | 'reveal'
>

/** The calls of one registry: from the request to the acknowledgement of the settled result. */
export function callsOn(host: CallHost): Calls {
  const past = new Set<string>()

  const start: Calls['start'] = (request) => {
    if (host.calls.has(request.callId) || past.has(request.callId)) return 'duplicate'
    if (isRedefined(request, host)) return 'redefined'
    const call = openCall(withOwnInput(request), host.now())
    host.calls.set(request.callId, call)
    host.events.emit('call', { callId: request.callId, tool: request.tool })
    void callTool(call, host)
    return 'accepted'
  }

  return {
    start,
    call: async (request) => {
      if (start(request) === 'redefined')
        return refuse('stale', `The tool "${request.tool}" has changed since`)
      const call = host.calls.get(request.callId)
      return call ? call.firstAnswer.promise : refuse('stale', 'This call is over')
    },
    preview: (tool, input) => {
      const call = openCall(withOwnInput(personsPreview(tool, input)), host.now())
      return previewCall(call, host).catch(() => ({ result: errorResult(toolFailed) }))
    },
    decide: (callId, decision) => decide(callId, decision, host),
    cancel: (callId, by, note) => cancel(callId, { by, ...(note === undefined ? {} : { note }) }, host),
    state: (callId) => host.calls.get(callId)?.state,
    openCallIds: () => [...host.calls.keys()],
    acknowledge(callId) {
      if (!host.calls.get(callId)?.isSettled) return
      host.calls.delete(callId)
      past.add(callId)
      const [oldest] = past
      if (past.size > rememberedCallIds && oldest !== undefined) past.delete(oldest)
    },
    reveal(callId, path) {
      const call = host.calls.get(callId)
      if (!call || (call.state?.state !== 'held' && call.state?.state !== 'asking')) return undefined
      return findAtPath(call.input, path) ?? findAtPath(call.input, `values.${path}`)
    },
  }
}

/** A copy, so that nobody can change what is being shown and approved. What cannot be copied fails validation. */
function withOwnInput(request: CallRequest): CallRequest {
  const copy = toClone(request.input)
  return { ...request, input: 'value' in copy ? copy.value : Symbol(copy.error) }
}

/** Nobody but the person looks without asking for a run. */
const personsPreview = (tool: string, input: unknown): CallRequest => ({
  callId: createRandomId(),
  caller: 'human',
  agentId: null,
  tool,
  input,
  decision: 'hold',
  confirmationTtlMs: 0,
})

const isRedefined = ({ tool, definitionHash, undoOf }: CallRequest, host: CallHost): boolean => {
  const known = undoOf === undefined ? host.toolbox.find(tool) : undefined
  return definitionHash !== undefined && known !== undefined && known.definitionHash() !== definitionHash
}

async function decide(callId: string, decision: Decision, host: CallHost): Promise<DecisionAnswer> {
  const call = host.calls.get(callId)
  const confirmation = call && findConfirmation(call, decision.confirmId)
  if (confirmation?.card) return takeDecision(confirmation, decision, host)
  return { outcome: 'refused', code: 'confirmation_expired', message: 'There is no such confirmation' }
}

/** The first reason counts. A held call, or one that shares another's run, leaves at once; a run gets its grace. */
function cancel(callId: string, cancellation: { by: CancelledBy; note?: string }, host: CallHost): boolean {
  const call = host.calls.get(callId)
  if (!call || call.isSettled) return false
  call.cancellation ??= cancellation
  call.controller.abort()
  leaveHold(call)
  return true
}
