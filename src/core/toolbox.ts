import { createCallQueue, type CallQueue } from './call-queue.ts'
import { rememberedToolNames, toolNameMaxLength } from './limits.ts'
import { createRegisteredTool, type RegisteredTool } from './registered-tool.ts'
import type { RegistryErrorCode, Scope } from './registry.ts'
import type { SchemaReader } from './schema-validation.ts'
import type { ToolDefinition } from './tool.ts'

export type ToolboxHost = {
  readSchema: SchemaReader
  onChange(tools: number): void
  onGone(tool: RegisteredTool): void
  onTouch(target: string): void
  reportError(code: RegistryErrorCode, message: string, about?: { tool?: string; cause?: unknown }): void
}

/** The scopes of one document and their tools. */
export type Toolbox = {
  scope(name: string, options?: { source?: string; isPrefixing?: boolean }): Scope
  find(name: string): RegisteredTool | undefined
  /** A tool of this name was here once. */
  wasKnown(name: string): boolean
  list(): RegisteredTool[]
  dispose(): void
}

export const isToolName = (name: string): boolean =>
  name.length <= toolNameMaxLength && /^[A-Za-z0-9_-]+(\.[A-Za-z0-9_-]+)*$/.test(name)

export function createToolbox(host: ToolboxHost): Toolbox {
  const tools = new Map<string, RegisteredTool>()
  const scopes = new Map<string, Scope>()
  const goneNames = new Set<string>()
  let isChangePending = false

  const announceChange = (): void => {
    if (isChangePending) return
    isChangePending = true
    queueMicrotask(() => {
      isChangePending = false
      host.onChange(tools.size)
    })
  }

  const remove = (tool: RegisteredTool): void => {
    if (tool.isGone) return
    tool.isGone = true
    tools.delete(tool.name)
    goneNames.delete(tool.name)
    goneNames.add(tool.name)
    const [oldest] = goneNames
    if (goneNames.size > rememberedToolNames && oldest !== undefined) goneNames.delete(oldest)
    host.onGone(tool)
    announceChange()
  }

  const add = (tool: RegisteredTool): void => {
    tools.set(tool.name, tool)
    announceChange()
  }

  return {
    scope(name, options = {}) {
      const known = scopes.get(name)
      if (known) return known
      const isValid = isToolName(name)
      if (!isValid) host.reportError('invalid_scope', `"${name}" is not a name for a scope`)
      const scope = createScope(name, {
        ...options,
        isValid,
        tools,
        add,
        remove,
        host,
        onDispose: () => scopes.delete(name),
      })
      if (isValid) scopes.set(name, scope)
      return scope
    },
    find: (name) => tools.get(name),
    wasKnown: (name) => goneNames.has(name),
    list: () => [...tools.values()].sort((a, b) => (a.name < b.name ? -1 : 1)),
    dispose() {
      for (const scope of Array.from(scopes.values())) scope.dispose()
    },
  }
}

type ScopeParts = {
  source?: string
  isPrefixing?: boolean
  isValid: boolean
  tools: ReadonlyMap<string, RegisteredTool>
  add(tool: RegisteredTool): void
  remove(tool: RegisteredTool): void
  host: ToolboxHost
  onDispose(): void
}

function createScope(scopeName: string, parts: ScopeParts): Scope {
  const queue = createCallQueue()
  const own = new Set<RegisteredTool>()
  const source = parts.source ?? scopeName
  let isDisposed = !parts.isValid

  const leave = (tool: RegisteredTool): void => {
    own.delete(tool)
    parts.remove(tool)
  }

  /** A name that the same source holds may be replaced where it says so; any other taken name is refused. */
  const isFree = (name: string, isReplacing: boolean): boolean => {
    const holder = parts.tools.get(name)
    if (!holder) return true
    if (!isReplacing || holder.source !== source) return false
    parts.remove(holder)
    return true
  }

  return {
    name: scopeName,
    register(definition, options = {}) {
      const name = parts.isPrefixing ? `${scopeName}.${definition.name}` : definition.name
      const about = { tool: name }
      if (isDisposed)
        return parts.host.reportError('scope_disposed', `The scope "${scopeName}" is over`, about)
      if (!isToolName(name))
        return parts.host.reportError('invalid_name', `"${about.tool}" is not a name for a tool`, about)
      if (options.signal?.aborted) return
      if (!isFree(name, options.isReplacing === true)) {
        return parts.host.reportError('duplicate_name', `A tool named "${name}" is there already`, about)
      }
      const tool = placeTool(definition, { name, source, queue, host: parts.host })
      own.add(tool)
      parts.add(tool)
      options.signal?.addEventListener('abort', () => leave(tool), { once: true })
    },
    touch: (target) => parts.host.onTouch(target),
    dispose() {
      if (isDisposed) return
      isDisposed = true
      for (const tool of Array.from(own)) leave(tool)
      parts.onDispose()
    },
  }
}

function placeTool(
  definition: ToolDefinition,
  at: { name: string; source: string; queue: CallQueue; host: ToolboxHost },
): RegisteredTool {
  return createRegisteredTool(definition, {
    name: at.name,
    source: at.source,
    queue: at.queue,
    readSchema: at.host.readSchema,
    onSchemaTrouble: (cause) =>
      at.host.reportError('schema_conversion_failed', `A schema of "${at.name}" cannot be used`, {
        tool: at.name,
        cause,
      }),
  })
}
