import type { JsonSchema, ToolHints, ToolKind } from './tool.ts'

/** A tool as an agent's list shows it. `params` is a compact signature: `name: string, guests: 1|2|3, time?: time`. */
export type ToolSummary = {
  name: string
  title?: string
  description: string
  hints: ToolHints
  params?: string
}

export type ToolDescription = ToolSummary & { inputSchema: JsonSchema; outputSchema?: JsonSchema }

/** What the background needs to know of a tool to decide about its calls, beside what agents are shown. */
export type ToolEntry = ToolSummary & {
  kind: ToolKind
  definitionHash: string
  /** Its input can hold strings that are not fixed choices. */
  takesFreeText: boolean
  consequentialWhen?: string
  target?: string
  sendsTo?: string
  /** The page itself made arguments sensitive; such calls are never remembered. */
  hasPageSensitivePaths: boolean
  isUndoUnasked?: boolean
}
