import type { FieldChange, ToolResult } from '../../src/core/result.ts'
import type { JsonSchema, SkippedField } from '../../src/core/tool.ts'

/** A call and what came of it in the end. */
export type SettledCall = { callId: string; result: ToolResult }

/** What an agent does with the forms of one page, each change approved by the person. */
export type FormAgent = {
  /** Names of the page's tools. */
  listTools(): Promise<string[]>
  describe(tool: string): Promise<JsonSchema>
  call(tool: string, input: unknown): Promise<SettledCall>
  undo(callId: string): Promise<ToolResult>
}

export type FillReport = { changes: FieldChange[]; skipped: SkippedField[] }

/** What a fill or its undo says that it did; nothing where it did not end well. */
export const reportOf = (result: ToolResult): FillReport =>
  result.status === 'ok'
    ? { changes: [], skipped: [], ...(result.data as Partial<FillReport>) /* by the contract of fills */ }
    : { changes: [], skipped: [] }
