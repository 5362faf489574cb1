import type { CallHost } from './call-host.ts'
import type { CallRequest, CallState, CallUpdate, StartAnswer } from './call.ts'
import type { Card, Decision, DecisionAnswer } from './confirmation.ts'
import { callsOn } from './calls.ts'
import { createEventHub } from './event-hub.ts'
import { refreshCards, refreshTarget, withdrawCardsOf } from './held-cards.ts'
import { describeTool } from './registered-tool.ts'
import { createRejectionMemory } from './rejection-memory.ts'
import type { CancelledBy, ToolResult } from './result.ts'
import { createSchemaCheck, type SchemaReader } from './schema-validation.ts'
import { createToolbox } from './toolbox.ts'
import type { ToolDefinition, ToolKind } from './tool.ts'
import type { ToolDescription, ToolEntry } from './tool-manifest.ts'
import { createUndoStore } from './undo-store.ts'

export type RegistryErrorCode =
  | 'duplicate_name'
  | 'invalid_name'
  | 'invalid_scope'
  | 'scope_disposed'
  | 'invalid_policy'
  | 'schema_conversion_failed'
  | 'tool_threw'
  | 'output_invalid'
  | 'late_result'
  | 'transport_failed'
  | 'invalid_message'
  | 'files_not_configured'
  | 'webmcp_unavailable'
  | 'webmcp_call_failed'

export type RegistryEvents = {
  /** A call was accepted. */
  call: { callId: string; tool: string }
  /** A call moved on: held, running, asking or settled. */
  update: CallUpdate
  /** A call is over; its result as it may leave the page. Once for each call. */
  result: { callId: string; result: ToolResult }
  /** The card of a held call is another one now (the person edited the form behind it). */
  confirm: { callId: string }
  /** The list of tools, or something visible of one, changed. */
  change: { tools: number }
  /** The person edited a field of a form that has a tool. */
  interaction: { target: string }
  error: { code: RegistryErrorCode; message: string; tool?: string; cause?: unknown }
}

/** A group of tools that come and go together. Calls of one scope queue in arrival order. */
export type Scope = {
  readonly name: string
  /**
   * Registers until the signal aborts or the scope is disposed; a taken name is the error event `duplicate_name`.
   * `isReplacing`: the page's route changed, and this definition takes the place of the same source's older one.
   */
  register(tool: ToolDefinition, options?: { signal?: AbortSignal; isReplacing?: boolean }): void
  /** Cards of held calls on these targets are computed anew. */
  touch(target: string): void
  dispose(): void
}

export type Registry = {
  /**
   * The scope of that name, which is made when there is none. `source` says where its tools come from (the scope's name
   * where absent); only the same source may replace a name. `isPrefixing`: tools are named `<scope>.<tool>`.
   */
  scope(name: string, options?: { source?: string; isPrefixing?: boolean }): Scope
  manifest(): ToolEntry[]
  /** The same one by one, or those of one kind: what is told of a tool is worked out when it is first asked for. */
  entries(kind?: ToolKind): Iterable<ToolEntry>
  /** Works out in good time, tool by tool, what `entries` takes longest for. */
  prepareEntries(): Iterable<Promise<void>>
  describe(tool: string): ToolDescription | undefined
  start(request: CallRequest): StartAnswer
  /** `start` and the first answer: the settled result, or `needs_confirmation` for a held call. Never rejects. */
  call(request: CallRequest): Promise<ToolResult>
  /** What a run would change, for a person who only looks: nothing is held, told or recorded. Never rejects. */
  preview(tool: string, input: unknown): Promise<{ card: Card } | { result: ToolResult }>
  decide(callId: string, decision: Decision): Promise<DecisionAnswer>
  /** Ends a call: aborts its run, or withdraws it when held. False when there is no such open call. */
  cancel(callId: string, by: CancelledBy, note?: string): boolean
  state(callId: string): CallState | undefined
  /** Everything not settled (for a moment it may have no state yet: it is being validated), and what is settled and not acknowledged. */
  openCallIds(): string[]
  acknowledge(callId: string): void
  /** What the agent sent at a path of a held call, unredacted, for a person who presses "reveal". */
  reveal(callId: string, path: string): unknown
  setRedactionRules(rules: readonly string[]): void
  /** For the sources of tools: tells the listeners of `error`. */
  reportError(code: RegistryErrorCode, message: string, about?: { tool?: string; cause?: unknown }): void
  on<E extends keyof RegistryEvents>(
    event: E,
    listener: (detail: RegistryEvents[E]) => void,
    signal?: AbortSignal,
  ): void
  /** Drops held calls and aborts running ones; nothing is accepted after. */
  dispose(): void
}

export type RegistryOptions = {
  /** Epoch milliseconds; deadlines and expiries compare it. */
  now?: () => number
  /** Reads the schemas of tools; JSON Schemas only where absent. */
  readSchema?: SchemaReader
  /** Validates `output` schemas. */
  isDevelopment?: boolean
  /** Turns a `url` reference into a file; absent where fetching is off. */
  fetchFile?: (url: string, signal: AbortSignal) => Promise<File>
  /** Tells the worker that a call may navigate; resolved once that is stored. */
  onWillNavigate?: (callId: string) => Promise<void>
  /** False where nobody can be asked; `ctx.confirm` then says so at once. True where absent. */
  hasConfirmationSurface?: boolean
}

/** The tools of one document and the calls of them. */
export function createRegistry(options: RegistryOptions = {}): Registry {
  const host = createHost(options)
  const calls = callsOn(host)
  return {
    scope: (name, scopeOptions) => host.toolbox.scope(name, scopeOptions),
    manifest: () => [...entriesOf(host)],
    entries: (kind) => entriesOf(host, kind),
    prepareEntries: () => prepareEntries(host),
    describe: (name) => {
      const tool = host.toolbox.find(name)
      return tool && describeTool(tool)
    },
    ...calls,
    setRedactionRules: (rules) => {
      host.rules = [...rules]
      refreshCards(host)
    },
    reportError: (code, message, about) => host.reportError(code, message, about),
    on: (event, listener, signal) => host.events.on(event, listener, signal),
    dispose: () => {
      host.isDisposed = true
      for (const callId of calls.openCallIds()) calls.cancel(callId, 'signal')
      host.toolbox.dispose()
    },
  }
}

function* entriesOf({ toolbox }: CallHost, kind?: ToolKind): Generator<ToolEntry> {
  for (const tool of toolbox.list()) if (kind === undefined || tool.kind === kind) yield tool.entry()
}

function* prepareEntries({ toolbox }: CallHost): Generator<Promise<void>> {
  for (const tool of toolbox.list()) yield tool.prepareEntry()
}

function createHost(options: RegistryOptions): CallHost {
  const now = options.now ?? (() => Date.now())
  const events = createEventHub<RegistryEvents>()
  const reportError: CallHost['reportError'] = (code, message, about = {}) =>
    events.emit('error', { code, message, ...about })
  const host: CallHost = {
    options,
    now,
    events,
    calls: new Map(),
    pending: new Set(),
    rejections: createRejectionMemory(now),
    undo: createUndoStore(),
    rules: [],
    isDisposed: false,
    reportError,
    toolbox: createToolbox({
      readSchema: options.readSchema ?? createSchemaCheck,
      onChange: (tools) => events.emit('change', { tools }),
      onGone: (tool) => withdrawCardsOf(tool, host),
      onTouch: (target) => {
        events.emit('interaction', { target })
        refreshTarget(target, host)
      },
      reportError,
    }),
    onRan: ({ definition }) => {
      if (definition.target !== undefined && !definition.hints?.readOnly)
        refreshTarget(definition.target, host)
    },
  }
  return host
}
