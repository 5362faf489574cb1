import { normaliseResult } from '../../core/model-context-result.ts'
import { cancelled, refuse, type ToolResult } from '../../core/result.ts'
import type { Registry } from '../../core/registry.ts'
import type { ToolContext, ToolDefinition } from '../../core/tool.ts'
import { executeListedTool, type ModelContextLike } from '../../protocol/model-context-adapter.ts'
import { maxResultLength } from '../../protocol/page-script-link.ts'
import type { PageScriptChannel } from '../page-script-channel.ts'
import type { FoundTool } from './webmcp-listing.ts'

export type Ways = {
  channel: Pick<PageScriptChannel, 'call' | 'summarise' | 'list'>
  registry: Pick<Registry, 'reportError'>
  findContext(): ModelContextLike | undefined
}

/** Where the tool is kept: the same tool may be listed again as another object. */
export type Place = { tool: FoundTool }

/** A page's tool as the registry takes it. */
export function toToolDefinition(place: Place, ways: Ways): ToolDefinition {
  const { tool } = place
  const { name, title, description, schema, isReadOnly, isConsequential, isDestructive } = tool
  const { sensitivePaths } = tool
  return {
    name,
    description,
    ...(title !== '' && { title }),
    kind: 'page',
    input: schema,
    hints: {
      ...(isReadOnly && { readOnly: true }),
      ...(isConsequential && { consequential: true }),
      ...(isDestructive && { destructive: true }),
      untrustedContent: true,
    },
    ...(sensitivePaths.length > 0 && { sensitivePaths: () => [...sensitivePaths] }),
    ...(tool.hasSummary && { summary: (input) => ways.channel.summarise(name, input) || title || name }),
    run: (input, context) => runPageTool(place.tool, input, { ...ways, context }),
  }
}

type Run = Ways & { context: ToolContext }

async function runPageTool(tool: FoundTool, input: unknown, run: Run): Promise<ToolResult> {
  const { context } = run
  try {
    if (!tool.isReadOnly) await context.willNavigate()
    return normaliseResult(inBounds(await execute(tool, input, run)))
  } catch (error) {
    if (context.signal.aborted || nameOf(error) === 'AbortError') return cancelled('signal')
    if (nameOf(error) === goneError) return refuse('unknown_tool', 'The page removed this tool before it ran')
    const code = error instanceof ContextGone ? 'webmcp_unavailable' : 'webmcp_call_failed'
    run.registry.reportError(code, `The page's tool "${tool.name}" could not be called, or failed`, {
      tool: tool.name,
      cause: error,
    })
    throw error
  }
}

class ContextGone extends Error {}

/** How the page script says that a tool is not there any more. */
const goneError = 'NotFoundError'

async function execute(tool: FoundTool, input: unknown, run: Run): Promise<unknown> {
  const { channel, context } = run
  if (!tool.listed) return channel.call(tool.name, input, context)
  const modelContext = run.findContext()
  if (!modelContext) throw new ContextGone('The browser no longer offers document.modelContext')
  return executeListedTool(modelContext, tool.listed, input, context.signal)
}

const inBounds = (text: unknown): string | null =>
  typeof text === 'string' ? text.slice(0, maxResultLength) : null

const nameOf = (error: unknown): unknown => (error instanceof Error ? error.name : undefined)
