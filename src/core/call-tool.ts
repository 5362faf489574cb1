import type { CallHost } from './call-host.ts'
import { decisions, type CallRequest } from './call.ts'
import { redactorFor } from './call-redactor.ts'
import { drawCard } from './card.ts'
import type { Card } from './confirmation.ts'
import { holdsFileRef } from './call-files.ts'
import { cancellationOf } from './cancellation.ts'
import { checkInput } from './check-input.ts'
import { holdCall, type Approved } from './hold.ts'
import { startRunning } from './move-call.ts'
import { agentOf, isAgents, type OpenCall } from './open-call.ts'
import { previewRun, toolFailed } from './preview.ts'
import { isConsequentialByInput } from './policy.ts'
import type { RegisteredTool } from './registered-tool.ts'
import { deepFreeze, errorResult, invalid, refuse, type ToolResult } from './result.ts'
import { runInTurn } from './run.ts'
import { settle, settleBare } from './settle.ts'
import type { UndoEntry } from './undo-store.ts'
import { createUndoTool, undoUnavailable } from './undo-tool.ts'

/** A call from its arrival to its settled result. Never rejects. */
export async function callTool(call: OpenCall, host: CallHost): Promise<void> {
  const outcome = await findOutcome(call, host).catch((cause: unknown) => failedInside(cause, call, host))
  try {
    settle(call, outcome, host)
  } catch (cause) {
    settleBare(call, failedInside(cause, call, host), host)
  }
}

async function findOutcome(call: OpenCall, host: CallHost): Promise<ToolResult> {
  const tool = find(call, host)
  if (isResult(tool)) return tool
  call.tool = tool
  const refusal = applyPolicy(call, tool, host)
  if (refusal) return refusal
  const issues = await validate(call, tool, host)
  if (issues) return issues
  const approved = await decide(call, tool, host)
  if (isResult(approved)) return approved
  return run(call, tool, approved, host)
}

function find(call: OpenCall, host: CallHost): RegisteredTool | ToolResult {
  const { tool: name, undoOf } = call.request
  if (host.isDisposed) return refuse('page_unavailable', 'The page is gone')
  if (undoOf !== undefined) {
    const entry = findUndo(call.request, undoOf, host)
    return entry ? createUndoTool(entry, host) : undoUnavailable
  }
  const tool = host.toolbox.find(name)
  if (tool) return tool
  return host.toolbox.wasKnown(name)
    ? refuse('stale', `The tool "${name}" is not on the page any more. List the tools again`)
    : refuse('unknown_tool', `There is no tool "${name}" on this page. List the tools to see what there is`)
}

/** The worker has applied policy and grants already; the page can only be stricter. */
function applyPolicy(call: OpenCall, tool: RegisteredTool, host: CallHost): ToolResult | undefined {
  if (!decisions.includes(call.request.decision)) {
    host.reportError('invalid_policy', 'A call came without a decision on it', { tool: tool.name })
    return refuse('not_allowed', 'Nobody decided whether this call may run')
  }
  return call.request.caller === 'inapp' && tool.kind !== 'page'
    ? refuse('not_allowed', 'The page itself may call only the tools it registered')
    : undefined
}

async function validate(
  call: OpenCall,
  tool: RegisteredTool,
  host: CallHost,
): Promise<ToolResult | undefined> {
  if (call.request.undoOf !== undefined) call.input = {}
  const checked = await checkInput(tool, call.input, host.rules)
  if ('issues' in checked) return invalid(checked.issues)
  call.value = deepFreeze(checked.value)
  return call.controller.signal.aborted ? cancellationOf(call) : undefined
}

async function decide(call: OpenCall, tool: RegisteredTool, host: CallHost): Promise<Approved | ToolResult> {
  if (call.request.decision === 'hold' || mustHold(call, tool, host)) return holdCall(call, tool, host)
  return { files: new Map() }
}

/** What the worker could not know when it decided that the call may run. */
function mustHold({ request, input, value }: OpenCall, tool: RegisteredTool, host: CallHost): boolean {
  if (holdsFileRef(tool, value)) return true
  if (!isAgents(request) || request.caller === 'test') return false
  if (request.undoOf !== undefined) return isUndoAsked(request, request.undoOf, host)
  const { consequentialWhen, hints = {} } = tool.definition
  const isMadeConsequential =
    isConsequentialByInput(consequentialWhen, value) && !isConsequentialByInput(consequentialWhen, input)
  return isMadeConsequential || hints.destructive === true
}

const findUndo = (request: CallRequest, undoOf: string, host: CallHost): UndoEntry | undefined =>
  host.undo.find(undoOf, { owner: agentOf(request), isPerson: !isAgents(request) })

function isUndoAsked(request: CallRequest, undoOf: string, host: CallHost): boolean {
  const entry = findUndo(request, undoOf, host)
  return entry !== undefined && entry.wasHeld && entry.tool.definition.isUndoUnasked !== true
}

async function run(
  call: OpenCall,
  tool: RegisteredTool,
  { files }: Approved,
  host: CallHost,
): Promise<ToolResult> {
  if (tool.queue.isFull())
    return refuse('busy', 'Too many calls wait for this part of the page. Try again later')
  startRunning(call, host)
  const result = await runInTurn(call, tool, files, host)
  if (result.status !== 'refused' && result.status !== 'invalid') host.onRan(tool)
  return result
}

/** What a run would change, as the card a person would be shown; nothing is held, told or recorded. */
export async function previewCall(
  call: OpenCall,
  host: CallHost,
): Promise<{ card: Card } | { result: ToolResult }> {
  const tool = find(call, host)
  if (isResult(tool)) return { result: tool }
  const issues = await validate(call, tool, host)
  if (issues) return { result: redactorFor(call, tool, host).result(issues) }
  const preview = await previewRun(tool, call.value, { signal: call.controller.signal, host })
  const redactor = redactorFor(call, tool, host)
  if ('status' in preview) return { result: redactor.result(preview) }
  return { card: drawCard(call, tool, redactor, preview).card }
}

function failedInside(cause: unknown, call: OpenCall, host: CallHost): ToolResult {
  host.reportError('tool_threw', 'A call failed inside the registry', { tool: call.request.tool, cause })
  return errorResult(toolFailed)
}

const isResult = (value: RegisteredTool | Approved | ToolResult): value is ToolResult => 'status' in value
