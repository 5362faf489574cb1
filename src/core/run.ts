import type { CallHost } from './call-host.ts'
import { FileRejection, type FileResolver } from './call-files.ts'
import { cancellationOf } from './cancellation.ts'
import { createDeadline, type Deadline } from './deadline.ts'
import { createDeferred } from './deferred.ts'
import { toClone } from './json-boundary.ts'
import { callTimeoutMs, graceMs } from './limits.ts'
import type { OpenCall } from './open-call.ts'
import type { PickedFiles } from './pending-confirmation.ts'
import { toolFailed } from './preview.ts'
import type { RegisteredTool } from './registered-tool.ts'
import { errorResult, refuse, type ToolResult } from './result.ts'
import { createCallFiles, createToolContext } from './tool-context.ts'
import { isFinalResult } from './tool-outcome.ts'
import { wakeAt } from './wake-at.ts'

/** Runs in the turn of its scope, within its deadline. Always settles. */
export async function runInTurn(
  call: OpenCall,
  tool: RegisteredTool,
  picked: PickedFiles,
  host: CallHost,
): Promise<ToolResult> {
  const result = await tool.queue.run(call.controller.signal, () => runNow(call, tool, picked, host))
  return result ?? cancellationOf(call)
}

async function runNow(
  call: OpenCall,
  tool: RegisteredTool,
  picked: PickedFiles,
  host: CallHost,
): Promise<ToolResult> {
  if (tool.isGone) return refuse('stale', `The tool "${tool.name}" left the page before its turn came`)
  const abandoned = createDeferred<ToolResult>()
  const deadline = createDeadline(call.request.timeoutMs ?? callTimeoutMs, host.now, () =>
    call.controller.abort(),
  )
  const stopGrace = giveGrace(call, host, () => abandoned.resolve(cancellationOf(call)))
  const run = runTool(call, tool, host, { deadline, files: createCallFiles(call, tool, host, picked) })
  const result = await Promise.race([run, abandoned.promise.then((late) => ({ late }))])
  deadline.stop()
  stopGrace()
  if (!('late' in result)) return result
  reportWhenLate(run, tool, host)
  return result.late
}

/** From the moment of the abort, a tool has a little time to come to its own end. */
function giveGrace(call: OpenCall, host: CallHost, onOver: () => void): () => void {
  const { signal } = call.controller
  let stop: (() => void) | undefined
  const start = (): void => {
    stop = wakeAt(host.now() + graceMs, host.now, onOver)
  }
  signal.addEventListener('abort', start, { once: true })
  return () => {
    signal.removeEventListener('abort', start)
    stop?.()
  }
}

function reportWhenLate(run: Promise<ToolResult>, tool: RegisteredTool, host: CallHost): void {
  void run.then(() =>
    host.reportError('late_result', `A result of "${tool.name}" came after the call was over`, {
      tool: tool.name,
    }),
  )
}

async function runTool(
  call: OpenCall,
  tool: RegisteredTool,
  host: CallHost,
  run: { deadline: Deadline; files: FileResolver },
): Promise<ToolResult> {
  try {
    await run.files.resolveInput()
    if (call.controller.signal.aborted) return cancellationOf(call)
    const result: unknown = await tool.definition.run(call.value, createToolContext(call, tool, host, run))
    return checkOutcome(result, call, tool, host)
  } catch (cause) {
    return outcomeOfThrow(cause, call, tool, host)
  }
}

async function checkOutcome(
  result: unknown,
  call: OpenCall,
  tool: RegisteredTool,
  host: CallHost,
): Promise<ToolResult> {
  if (!isFinalResult(result)) {
    const message = `"${tool.name}" returned something that is not a result`
    host.reportError('tool_threw', message, { tool: tool.name })
    call.errorText ??= message
    return errorResult(toolFailed)
  }
  // Whoever ended the call is who cancelled it, whatever the tool says.
  if (result.status === 'cancelled' && call.controller.signal.aborted) return cancellationOf(call)
  const copy = toClone(result)
  if ('error' in copy) return errorResult(copy.error)
  await checkOutput(copy.value, tool, host)
  return copy.value
}

async function checkOutput(result: ToolResult, tool: RegisteredTool, host: CallHost): Promise<void> {
  const check = host.options.isDevelopment && result.status === 'ok' ? tool.outputCheck() : undefined
  if (!check || result.status !== 'ok') return
  const checked = await check.validate(result.data)
  if ('value' in checked) return
  const cause = checked.issues
  host.reportError('output_invalid', `The output of "${tool.name}" does not match its schema`, {
    tool: tool.name,
    cause,
  })
}

/** The thrown text goes to the error event and the record; the agent learns only that the tool failed. */
function outcomeOfThrow(cause: unknown, call: OpenCall, tool: RegisteredTool, host: CallHost): ToolResult {
  if (call.controller.signal.aborted) return cancellationOf(call)
  if (cause instanceof FileRejection) return refuse('file_rejected', cause.message)
  host.reportError('tool_threw', `"${tool.name}" threw`, { tool: tool.name, cause })
  call.errorText = textOf(cause)
  return errorResult(toolFailed)
}

const textOf = (cause: unknown): string => {
  try {
    return cause instanceof Error ? cause.message : String(cause)
  } catch {
    return 'Something was thrown that has no text'
  }
}
