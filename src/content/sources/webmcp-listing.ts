import { cutText } from '../../core/display-text.ts'
import { descriptionMaxLength, titleMaxLength } from '../../core/limits.ts'
import type { JsonSchema } from '../../core/tool.ts'
import { type ListedTool, schemaTextOf } from '../../protocol/model-context-adapter.ts'
import { maxSchemaLength, type PageTool } from '../../protocol/page-script-link.ts'

/** A page's tool as this source found it, in bounds, whichever way it was listed. */
export type FoundTool = {
  name: string
  title: string
  description: string
  schema: JsonSchema
  isReadOnly: boolean
  isConsequential: boolean
  isDestructive: boolean
  sensitivePaths: readonly string[]
  hasSummary: boolean
  /** The browser's own entry, where the page script does not hold the tool. */
  listed: ListedTool | undefined
}

const anyObject: JsonSchema = { type: 'object' }

export function fromPageTool(tool: PageTool): FoundTool {
  return {
    ...describe(tool.name, tool.title, tool.description),
    schema: parseSchema(tool.schema),
    ...hintsOf(tool.annotations, tool.isDestructive),
    sensitivePaths: pathsOf(tool.sensitivePaths),
    hasSummary: tool.hasSummary,
    listed: undefined,
  }
}

/** `undefined` where a member cannot be read. */
export function fromListedTool(tool: ListedTool): FoundTool | undefined {
  try {
    const { name, title, description, annotations } = tool
    if (typeof name !== 'string') return undefined
    return {
      ...describe(name, title, description),
      schema: parseSchema(schemaTextOf(tool) ?? ''),
      ...hintsOf(annotations, false),
      sensitivePaths: [],
      hasSummary: false,
      listed: tool,
    }
  } catch {
    return undefined
  }
}

const describe = (name: string, title: unknown, description: unknown) => ({
  name,
  title: typeof title === 'string' ? cutText(title, titleMaxLength) : '',
  description: typeof description === 'string' ? cutText(description, descriptionMaxLength) : '',
})

/** A tool that says both that it only reads and that it does more is taken at its worse word. */
function hintsOf(annotations: unknown, isDestructive: boolean) {
  const hints = (annotations ?? {}) as Record<string, unknown>
  const isConsequential = hints['consequentialHint'] === true
  const isReadOnly = hints['readOnlyHint'] === true && !isConsequential && !isDestructive
  return { isReadOnly, isConsequential: !isReadOnly, isDestructive }
}

const maxPaths = 100
const maxPathLength = 500

const pathsOf = (given: unknown): string[] =>
  Array.isArray(given)
    ? (given as unknown[])
        .filter((path): path is string => typeof path === 'string' && path.length <= maxPathLength)
        .slice(0, maxPaths)
    : []

function parseSchema(text: string): JsonSchema {
  if (text === '' || text.length >= maxSchemaLength) return anyObject
  try {
    const schema: unknown = JSON.parse(text)
    return typeof schema === 'object' && schema !== null && !Array.isArray(schema)
      ? (schema as JsonSchema)
      : anyObject
  } catch {
    return anyObject
  }
}
