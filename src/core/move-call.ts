import type { CallHost } from './call-host.ts'
import type { CallState } from './call.ts'
import type { OpenCall } from './open-call.ts'
import { withoutUndefined } from './without-undefined.ts'

/** The one way in which a call's state changes, so that each step is told. */
export function moveTo(call: OpenCall, state: CallState, host: CallHost): void {
  call.state = state
  host.events.emit('update', { callId: call.request.callId, ...state })
}

/** From here on the call cannot be decided again. */
export function startRunning(call: OpenCall, host: CallHost): void {
  if (call.isSettled || call.state?.state === 'running') return
  moveTo(
    call,
    withoutUndefined({ state: 'running' as const, startedAt: host.now(), edited: call.edited }),
    host,
  )
}
