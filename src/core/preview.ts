import type { CallHost } from './call-host.ts'
import { previewTimeoutMs } from './limits.ts'
import type { RegisteredTool } from './registered-tool.ts'
import { errorResult, type ToolResult } from './result.ts'
import type { Preview } from './tool.ts'
import { wakeAt } from './wake-at.ts'

export const toolFailed = 'Tool failed'

/** What a run would do, or the result that ends the call instead. Bounded in time; never rejects. */
export async function previewRun(
  tool: RegisteredTool,
  input: unknown,
  at: { signal: AbortSignal; host: CallHost },
): Promise<Preview | ToolResult> {
  const { signal, host } = at
  const { preview } = tool.definition
  if (!preview) return { changes: [] }
  const limit = new AbortController()
  const stop = wakeAt(host.now() + previewTimeoutMs, host.now, () => limit.abort())
  const either = AbortSignal.any([signal, limit.signal])
  try {
    const answer = await Promise.race([preview(input, { signal: either }), rejectOnAbort(either)])
    return Array.isArray(answer) ? { changes: answer } : answer
  } catch (cause) {
    if (!signal.aborted) host.reportError('tool_threw', 'A preview failed', { tool: tool.name, cause })
    return errorResult(toolFailed)
  } finally {
    stop()
  }
}

const rejectOnAbort = (signal: AbortSignal): Promise<never> =>
  new Promise((_resolve, reject) => {
    const abort = (): void => reject(new DOMException('The preview was stopped', 'AbortError'))
    if (signal.aborted) abort()
    signal.addEventListener('abort', abort, { once: true })
  })
