import type { CallHost } from './call-host.ts'
import type { CallRecord } from './call.ts'
import { redactorFor, redactorWithoutTool } from './call-redactor.ts'
import { createLabels } from './labels.ts'
import { moveTo } from './move-call.ts'
import { agentOf, type OpenCall } from './open-call.ts'
import { toJson } from './json-boundary.ts'
import { findChanges, type Redactor } from './redaction.ts'
import { titleOf } from './registered-tool.ts'
import { deepFreeze, type FieldChange, type ToolResult } from './result.ts'
import type { SkippedField } from './tool.ts'
import { withoutUndefined } from './without-undefined.ts'

/** The last step of every call: redact, register undo, freeze, tell. */
export function settle(call: OpenCall, outcome: ToolResult, host: CallHost): void {
  const redactor = call.tool ? redactorFor(call, call.tool, host) : redactorWithoutTool(call, host)
  const result = deepFreeze(redactor.result(outcome))
  registerUndo(call, result, host)
  finish(call, result, deepFreeze(createRecord(call, result, redactor, host)), host)
}

function registerUndo(call: OpenCall, result: ToolResult, host: CallHost): void {
  if (!call.restore || !call.tool) return
  host.undo.add({
    callId: call.request.callId,
    owner: agentOf(call.request),
    tool: call.tool,
    changes: changesOf(result) ?? [],
    wasHeld: call.isApproved,
    restore: call.restore,
  })
}

const changesOf = (result: ToolResult): FieldChange[] | undefined =>
  result.status === 'ok' ? findChanges(result.data) : undefined

/** For a call whose settling failed: nothing of it is shown or kept but that it failed. */
export function settleBare(call: OpenCall, result: ToolResult, host: CallHost): void {
  const durationMs = Math.max(0, host.now() - call.acceptedAt)
  finish(call, result, { tool: call.request.tool, canUndo: false, durationMs }, host)
}

function finish(call: OpenCall, result: ToolResult, record: CallRecord, host: CallHost): void {
  call.isSettled = true
  moveTo(call, { state: 'settled', result, record }, host)
  host.events.emit('result', { callId: call.request.callId, result })
  call.firstAnswer.resolve(result)
  call.settled.resolve(result)
}

/** Of a result that read something nothing is kept but what the call changed. */
function createRecord(call: OpenCall, result: ToolResult, redactor: Redactor, host: CallHost): CallRecord {
  const { request, tool, edited, errorText } = call
  const input = request.undoOf === undefined ? redactor.value(call.input).value : undefined
  const { changes, skipped } = findEffects(call, result)
  return asJson(
    withoutUndefined<CallRecord>({
      tool: tool?.name ?? request.tool,
      title: tool && titleOf(tool.definition),
      input,
      changes: unlessEmpty(changes),
      labels: tool && createLabels(tool.fields(), redactor).labelsOf(input, changes),
      skipped: unlessEmpty(skipped),
      issues: result.status === 'invalid' ? result.issues : undefined,
      errorText: errorText === undefined ? undefined : redactor.text(errorText),
      edited,
      canUndo: host.undo.has(request.callId),
      durationMs: Math.max(0, host.now() - call.acceptedAt),
    }),
  )
}

/** What the call did where it says so, else what its card said that it would do. */
function findEffects(
  call: OpenCall,
  result: ToolResult,
): { changes: FieldChange[]; skipped: SkippedField[] } {
  const card = call.confirmations.find((confirmation) => !confirmation.isWithinRun)?.card
  return {
    changes: changesOf(result) ?? card?.changes ?? [],
    skipped: findSkipped(result) ?? card?.skipped ?? [],
  }
}

const unlessEmpty = <T>(list: T[]): T[] | undefined => (list.length > 0 ? list : undefined)

/** A record is stored, so it is plain JSON; where its input is not, it goes without. */
function asJson(record: CallRecord): CallRecord {
  const json = toJson(record)
  if ('value' in json) return json.value as CallRecord
  const { input: _input, changes: _changes, ...rest } = record
  return rest
}

function findSkipped(result: ToolResult): SkippedField[] | undefined {
  const data = result.status === 'ok' ? result.data : undefined
  if (typeof data !== 'object' || data === null || !('skipped' in data)) return undefined
  return Array.isArray(data.skipped) ? (data.skipped as SkippedField[]) : undefined
}
