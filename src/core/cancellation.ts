import type { OpenCall } from './open-call.ts'
import { cancelled, type ToolResult } from './result.ts'

/** How a call that was ended from outside settles. */
export const cancellationOf = (call: OpenCall): ToolResult =>
  call.cancellation ? cancelled(call.cancellation.by, call.cancellation.note) : cancelled('signal')
