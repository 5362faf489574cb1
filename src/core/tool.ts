import type * as z from 'zod/v4/core'
import type { FieldChange, ToolResult } from './result.ts'

/** Who started a call. Set by the background, never taken from a message. */
export const callers = ['mcp', 'inapp', 'webmcp', 'extension', 'human', 'test'] as const
export type Caller = (typeof callers)[number]

/** A JSON Schema as an object, draft 2020-12. A page's own may be anything; it is bounded before use. */
export type JsonSchema = { readonly [key: string]: unknown }

export type ToolHints = {
  readOnly?: boolean
  consequential?: boolean
  destructive?: boolean
  untrustedContent?: boolean
}

/** What kind of thing a tool does; grants for fills cover `fill` alone. */
export type ToolKind = 'page' | 'fill' | 'submit' | 'options'

export type FileRef = { ref: string } | { url: string }

/**
 * How a property of an input schema says that it takes a file: the value is a `FileRef`, and the schema carries this
 * under the key `x-countersign-file`. `maxBytes` in bytes.
 */
export type FileField = { accept?: string; multiple?: boolean; maxBytes?: number }
export const fileFieldKey = 'x-countersign-file'

export type SkipReason =
  | 'user_edited'
  | 'reverted'
  | 'coerced'
  | 'disabled'
  | 'read_only'
  | 'hidden'
  | 'unsupported'
  | 'not_found'
export type SkippedField = { path: string; reason: SkipReason }

/** What a run would do, found out without doing it. */
export type Preview = {
  changes: FieldChange[]
  /** Fields that the run is already known to skip. */
  skipped?: SkippedField[]
  /** The run also submits. */
  isSubmitting?: boolean
  /** Labels by the path of their change, for places that the input schema does not name. */
  labels?: Record<string, string>
  /** The origin that the data goes to, where it is not the page's own. */
  sendsTo?: string
}

export type PreviewAnswer = FieldChange[] | Preview | ToolResult<never>

export type ConfirmOutcome = { approved: true; input?: unknown } | { approved: false; reason?: string }

export type ToolContext = {
  /** Aborted when the caller cancels or the registry abandons the call. */
  signal: AbortSignal
  /** Unguessable; also the undo key. */
  callId: string
  caller: Caller
  /** Asks the person in the middle of a run. Never throws; the deadline stands still meanwhile. */
  confirm(request: { summary: string; changes?: FieldChange[] }): Promise<ConfirmOutcome>
  files: {
    /** Rejects with a `FileRejection`, which ends the call as `file_rejected` when the tool lets it through. */
    resolve(ref: FileRef): Promise<File>
    /** Every file the person picked for the reference, where the field takes several. */
    resolveAll(ref: FileRef): Promise<readonly File[]>
  }
  registerUndo(restore: () => ToolResult | Promise<ToolResult>): void
  /**
   * To be awaited before anything that may navigate, so that the new document can settle the call. For tools of the
   * extension's own sources; a page never gets it.
   */
  willNavigate(): Promise<void>
}

export type ToolDefinition<I = unknown, O = unknown> = {
  /** `^[A-Za-z0-9_.-]{1,128}$`, no empty segment between dots. */
  name: string
  title?: string
  description: string
  input?: JsonSchema | z.$ZodType<I>
  output?: JsonSchema | z.$ZodType<O>
  hints?: ToolHints
  kind?: ToolKind
  /** Dot paths of the input whose values are secret; `*` stands for one array index or key. */
  sensitivePaths?: () => string[]
  summary?: (input: I) => string
  /** A result instead of changes ends the call before anybody is asked (`invalid` for a value no field would take). */
  preview?: (input: I, context: { signal: AbortSignal }) => PreviewAnswer | Promise<PreviewAnswer>
  run(input: I, context: ToolContext): ToolResult<O> | Promise<ToolResult<O>>

  /** Name of a boolean property of the input that, when true, makes the call consequential (`submit` of a fill). */
  consequentialWhen?: string
  /** More that belongs to what the person agreed to (a form's action, method, fields); part of the definition hash. */
  fingerprint?: unknown
  /**
   * Stands for the input schema in the definition hash: where a schema is large, its source writes it down as it builds
   * it. Equal schemas have equal texts, different ones different ones.
   */
  schemaText?: string
  /** What the tool changes; two tools with one target change the same form. */
  target?: string
  /** The origin a run sends data to, where it is not the page's own. Such a call always asks. */
  sendsTo?: string
  /** Its undo runs without asking, whatever the original did. */
  isUndoUnasked?: boolean
}
