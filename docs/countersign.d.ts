/**
 * Types of `document.modelContext` (WebMCP), and of what Countersign adds to it. Copy this file, or refer to it:
 *
 *     /// <reference path="./countersign.d.ts" />
 *
 * Everything that Countersign adds is optional: a page must work where it is absent.
 */

/** A JSON Schema, draft 2020-12. */
interface ModelContextJsonSchema {
  readonly [key: string]: unknown
}

interface ModelContextToolAnnotations {
  /** The tool changes nothing. Without it Countersign asks the person before each call. */
  readOnlyHint?: boolean
  untrustedContentHint?: boolean
  consequentialHint?: boolean
  debugging?: boolean
  /** Countersign: what the tool does cannot be taken back; an approval is never remembered. */
  destructiveHint?: boolean
}

/** One value that a call would change, or did change. An absent side means "empty". */
interface CountersignFieldChange {
  /** A dot path into the input, or the name of what changes. */
  path: string
  before?: unknown
  after?: unknown
}

type CountersignConfirmOutcome =
  | { approved: true; input?: unknown }
  /** `reason`: `signal`, `expired`, `invalid` or `confirmation_unavailable`; absent where the person said no. */
  | { approved: false; reason?: string }

interface ModelContextExecuteOptions {
  /** Aborted when the caller gives up, the person stops the call, or its time is over. */
  readonly signal: AbortSignal
}

/** What `execute` also gets in a call that came through Countersign. */
interface CountersignCallOptions {
  /** Unguessable, another for each call. */
  readonly callId: string
  /** `human` where a person approved or started the call, else who started it. */
  readonly caller: 'mcp' | 'inapp' | 'webmcp' | 'extension' | 'human' | 'test'
  /** Asks the person in the middle of a call. Resolves when they have decided; never rejects. */
  confirm(request: {
    summary: string
    changes?: CountersignFieldChange[]
  }): Promise<CountersignConfirmOutcome>
  readonly files: {
    /** The file that the person picked for `ref`, or that was fetched from `url`. Rejects where there is none. */
    resolve(ref: CountersignFileRef): Promise<File>
  }
  /** Says how to take the call back. Run at most once, and only while the document lives. */
  registerUndo(restore: () => unknown): void
}

/** What `execute` gets: the standard's `signal`, and Countersign's options where it made the call. */
type ModelContextToolOptions = ModelContextExecuteOptions & Partial<CountersignCallOptions>

/** Countersign: marks a property of the input as a file, under the key `x-countersign-file`. */
interface CountersignFileField {
  /** As the `accept` attribute of a file input: extensions and types. */
  accept?: string
  maxBytes?: number
}

/** The value of such a property: the agent's label for what it wants, or an address that the person allowed. */
type CountersignFileRef = { ref: string } | { url: string }

interface ModelContextTool<Input = never> {
  /** 1 to 128 of `A-Z a-z 0-9 _ . -`, no empty part between dots. */
  name: string
  title?: string
  description: string
  inputSchema?: object
  annotations?: ModelContextToolAnnotations
  execute(input: Input, options: ModelContextToolOptions): unknown
  /** Countersign: dot paths of the input whose values are secret; `*` stands for one index or key. */
  sensitivePaths?: readonly string[] | (() => readonly string[])
  /** Countersign: one line that says what this call would do, shown to the person as the page's own words. */
  summary?(input: Input): string
}

interface ModelContextRegisteredTool {
  readonly name: string
  readonly title: string
  readonly description: string
  readonly inputSchema?: ModelContextJsonSchema
  readonly annotations?: ModelContextToolAnnotations
  readonly window: Window
  readonly origin: string
}

interface ModelContextEventMap {
  toolchange: Event
  toolactivated: ToolActivatedEvent
  toolcancel: ToolCancelEvent
}

interface ModelContext extends EventTarget {
  ontoolchange: ((this: ModelContext, event: Event) => unknown) | null
  ontoolactivated: ((this: ModelContext, event: ToolActivatedEvent) => unknown) | null
  ontoolcancel: ((this: ModelContext, event: ToolCancelEvent) => unknown) | null
  registerTool<Input = never>(
    tool: ModelContextTool<Input>,
    options?: { signal?: AbortSignal; exposedTo?: string[] },
  ): Promise<undefined>
  getTools(options?: { fromOrigins?: string[] }): Promise<ModelContextRegisteredTool[]>
  executeTool(
    tool: ModelContextRegisteredTool,
    input?: object,
    options?: { signal?: AbortSignal },
  ): Promise<string | null>
  addEventListener<K extends keyof ModelContextEventMap>(
    type: K,
    listener: (this: ModelContext, event: ModelContextEventMap[K]) => unknown,
    options?: boolean | AddEventListenerOptions,
  ): void
}
declare var ModelContext: {
  readonly prototype: ModelContext
  /** Always throws: there is one for each document. */
  new (): never
}

interface ToolActivatedEvent extends Event {
  readonly toolName: string
}
declare var ToolActivatedEvent: {
  readonly prototype: ToolActivatedEvent
  new (type: string, init?: EventInit & { toolName?: string }): ToolActivatedEvent
}

interface ToolCancelEvent extends Event {
  readonly toolName: string
}
declare var ToolCancelEvent: {
  readonly prototype: ToolCancelEvent
  new (type: string, init?: EventInit & { toolName?: string }): ToolCancelEvent
}

interface Document {
  readonly modelContext: ModelContext
}

interface SubmitEvent {
  /** An agent submitted the form. */
  readonly agentInvoked: boolean
  /** Answers the agent; only for an `agentInvoked` event, and after `preventDefault()`. */
  respondWith(result: unknown): void
}
