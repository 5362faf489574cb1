/**
 * One way to use every shape of `document.modelContext` that browsers and polyfills have shipped: tools as dictionaries
 * or as objects with getters, `window` or `source`, a schema as object, text or null, input as object or as JSON text.
 */
export type ModelContextLike = EventTarget & {
  getTools(): Promise<unknown>
  executeTool(tool: unknown, input: unknown, options?: { signal?: AbortSignal }): Promise<unknown>
  registerTool(tool: unknown, options?: unknown): Promise<unknown>
}

/** One entry of `getTools()`; every member may be missing, and may be anything. */
export type ListedTool = {
  readonly name?: unknown
  readonly title?: unknown
  readonly description?: unknown
  readonly inputSchema?: unknown
  readonly annotations?: unknown
  readonly window?: unknown
  readonly source?: unknown
  readonly origin?: unknown
}

/** The object that `document.modelContext` gives, when it can list and execute tools. Never throws. */
export const findModelContext = (document: Document): ModelContextLike | undefined => {
  try {
    const context = (document as { modelContext?: unknown }).modelContext as ModelContextLike | undefined
    const isUsable = typeof context?.getTools === 'function' && typeof context.executeTool === 'function'
    return isUsable ? context : undefined
  } catch {
    return undefined
  }
}

/** The tools of this window's own document, leaving out those of its frames. */
export const listOwnTools = async (context: ModelContextLike, window: Window): Promise<ListedTool[]> => {
  const listed: unknown = await context.getTools()
  if (!Array.isArray(listed)) return []
  return (listed as unknown[]).filter((tool): tool is ListedTool => {
    if (typeof tool !== 'object' || tool === null) return false
    const owner = (tool as ListedTool).window ?? (tool as ListedTool).source
    return owner === undefined || owner === window
  })
}

/** JSON text of a listed tool's schema, `undefined` where there is none. Throws what a hostile getter throws. */
export const schemaTextOf = (tool: ListedTool): string | undefined => {
  const schema = tool.inputSchema
  if (typeof schema === 'string') return schema === '' ? undefined : schema
  return typeof schema === 'object' && schema !== null ? JSON.stringify(schema) : undefined
}

const wantsText = (error: unknown): boolean =>
  (error as { name?: unknown } | null)?.name === 'UnknownError' &&
  String((error as { message?: unknown }).message).startsWith('Failed to parse input')

/** Text, or `null` when the call navigated. An input that was not understood has not run: it is sent once more as text. */
export const executeListedTool = async (
  context: ModelContextLike,
  tool: ListedTool,
  input: unknown,
  signal: AbortSignal,
): Promise<unknown> => {
  try {
    return await context.executeTool(tool, input, { signal })
  } catch (error) {
    if (!wantsText(error) || signal.aborted) throw error
    return await context.executeTool(tool, JSON.stringify(input), { signal })
  }
}
