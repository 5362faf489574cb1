import type { CallHost } from './call-host.ts'
import { titleOf, type RegisteredTool } from './registered-tool.ts'
import { refuse, type FieldChange } from './result.ts'
import { anyObject } from './schema-validation.ts'
import type { ToolDefinition } from './tool.ts'
import type { UndoEntry } from './undo-store.ts'

export const undoUnavailable = refuse('undo_unavailable', 'This call cannot be undone, or was undone already')

/** An undo is a call like any other: this is the tool that it runs, in the turn of the scope it came from. */
export function createUndoTool(entry: UndoEntry, host: CallHost): RegisteredTool {
  const { tool } = entry
  const { preview: _preview, summary: _summary, fingerprint: _fingerprint, ...kept } = tool.definition
  const name = titleOf(tool.definition) ?? tool.name
  const definition: ToolDefinition = {
    ...kept,
    title: `Undo: ${name}`,
    preview: () => entry.changes.map(reversed),
    run: () => host.undo.take(entry.callId)?.restore() ?? undoUnavailable,
  }
  return {
    ...tool,
    definition,
    isGone: false,
    check: () => ({ jsonSchema: anyObject, validate: () => Promise.resolve({ value: {} }) }),
    outputCheck: () => undefined,
    fileFields: () => [],
  }
}

const reversed = ({ path, before, after }: FieldChange): FieldChange => ({
  path,
  ...(after === undefined ? {} : { before: after }),
  ...(before === undefined ? {} : { after: before }),
})
