import type { CallHost } from './call-host.ts'
import { createFileResolver, listFilePlaces, type FileResolver } from './call-files.ts'
import type { Deadline } from './deadline.ts'
import type { OpenCall } from './open-call.ts'
import type { PickedFiles } from './pending-confirmation.ts'
import { createQuestions } from './question.ts'
import type { RegisteredTool } from './registered-tool.ts'
import type { ToolContext } from './tool.ts'

/** What a running tool is given. */
export function createToolContext(
  call: OpenCall,
  tool: RegisteredTool,
  host: CallHost,
  run: { deadline: Deadline; files: FileResolver },
): ToolContext {
  const { callId, caller } = call.request
  return {
    signal: call.controller.signal,
    callId,
    caller: call.isApproved ? 'human' : caller,
    confirm: createQuestions(call, tool, host, run.deadline),
    files: run.files,
    registerUndo: (restore) => {
      if (!call.isSettled) call.restore = restore
    },
    willNavigate: async () => host.options.onWillNavigate?.(callId),
  }
}

export function createCallFiles(
  call: OpenCall,
  tool: RegisteredTool,
  host: CallHost,
  picked: PickedFiles,
): FileResolver {
  return createFileResolver({
    picked,
    places: listFilePlaces(tool, call.value),
    fetchFile: host.options.fetchFile,
    signal: call.controller.signal,
    onNotConfigured: () =>
      host.reportError(
        'files_not_configured',
        'A call asks for a file from an address, which is turned off',
        {
          tool: tool.name,
        },
      ),
  })
}
