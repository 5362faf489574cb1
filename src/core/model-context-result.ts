import { errorResult as failed, invalid, ok, type ToolResult } from './result.ts'

/** A WebMCP answer in the shape of MCP. */
export type ModelContextResult = {
  content: { type: string; text?: string; [key: string]: unknown }[]
  isError?: boolean
  [key: string]: unknown
}

/** An error that names its own code. */
export class WebToolError extends Error {
  readonly code: string
  constructor(code: string, message: string) {
    super(message)
    this.name = 'WebToolError'
    this.code = code
  }
}

export const errorText = (error: unknown): string => (error instanceof Error ? error.message : String(error))

/** An abort must go on as a rejection and never become a result. */
export const isAbortError = (error: unknown): boolean =>
  typeof error === 'object' && error !== null && (error as { name?: unknown }).name === 'AbortError'

export const toolError = (code: string, text: string): ModelContextResult => ({
  content: [{ type: 'text', text: `Error [${code}]: ${text}` }],
  isError: true,
})

/** A `WebToolError` brings its own code. */
export const errorResult = (error: unknown, code = 'failed'): ModelContextResult =>
  toolError(error instanceof WebToolError ? error.code : code, errorText(error))

const errorPattern = /^Error(?: \[([^\]]{1,100})\])?: ?/

export const isErrorText = (text: string): boolean => errorPattern.test(text)

/** What a tool returned, as WebMCP's MCP-shaped result. Throws where an object has no JSON form. */
export function toToolResult(value: unknown): ModelContextResult {
  if (value === null || value === undefined) return { content: [] }
  if (isModelContextResult(value)) return value
  const text = typeof value === 'string' ? value : (JSON.stringify(value) ?? '')
  return { content: [{ type: 'text', text }] }
}

/**
 * The outcome behind what a page's tool answered: text or an MCP-shaped object, or `null` where the call navigated. An
 * MCP-shaped answer is unwrapped; its errors, and texts that say they are errors, are failures.
 */
export function normaliseResult(answer: unknown): ToolResult {
  if (answer === null) return ok({ navigated: true })
  if (answer === undefined) return ok(null)
  const value = typeof answer === 'string' ? parseContainer(answer) : answer
  if (isModelContextResult(value)) return unwrap(value)
  return typeof value === 'string' && isErrorText(value) ? toFailure(value) : ok(value)
}

function unwrap(result: ModelContextResult): ToolResult {
  const text = textOf(result)
  if (result.isError === true) return toFailure(text ?? '')
  if (text !== undefined) return isErrorText(text) ? toFailure(text) : ok(parseContainer(text))
  if (result['structuredContent'] !== undefined) return ok(result['structuredContent'])
  return ok(result.content.length === 0 ? null : result.content)
}

function toFailure(text: string): ToolResult {
  const [prefix = '', code] = errorPattern.exec(text) ?? []
  const message = text.slice(prefix.length) || 'Tool failed'
  return code === 'invalid_input' ? invalid([{ path: '', message }]) : failed(message)
}

/** All of the content as one text, `undefined` where it is not text alone. */
function textOf({ content }: ModelContextResult): string | undefined {
  if (
    content.length === 0 ||
    !content.every(({ type, text }) => type === 'text' && typeof text === 'string')
  ) {
    return undefined
  }
  return content.map(({ text }) => text).join('\n')
}

/** JSON of an object or an array becomes that; any other text stays text. */
function parseContainer(text: string): unknown {
  if (!/^\s*[[{]/.test(text)) return text
  try {
    return JSON.parse(text) as unknown
  } catch {
    return text
  }
}

const isModelContextResult = (value: unknown): value is ModelContextResult =>
  typeof value === 'object' &&
  value !== null &&
  Array.isArray((value as { content?: unknown }).content) &&
  (value as { content: unknown[] }).content.every(
    (part) => typeof part === 'object' && part !== null && 'type' in part,
  )
