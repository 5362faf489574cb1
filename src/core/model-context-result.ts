import { notSerializable } from './json-boundary.ts'
import { errorResult as failed, invalid, ok, type ToolResult } from './result.ts'

/** The MCP-shaped answer that a tool of `document.modelContext` gives. */
export type ModelContextResult = {
  content: { type: string; text?: string; [key: string]: unknown }[]
  isError?: boolean
  [key: string]: unknown
}

/** An error that says which kind it is: `invalid_input`, `not_found`, or a word of the page's own. */
export class WebToolError extends Error {
  override readonly name = 'WebToolError'
  readonly code: string

  constructor(code: string, message: string) {
    super(message)
    this.code = code
  }
}

/** `{ content: [{ type: 'text', text: 'Error [code]: …' }], isError: true }`; a `WebToolError` brings its own code. */
export const errorResult = (error: unknown, code = 'failed'): ModelContextResult =>
  toolError(error instanceof WebToolError ? error.code : code, errorText(error))

export const toolError = (code: string, text: string): ModelContextResult => ({
  content: [{ type: 'text', text: `Error [${code}]: ${text}` }],
  isError: true,
})

/** The message of an error, or the text of whatever else was thrown. */
export function errorText(error: unknown): string {
  if (isRecord(error) && typeof error['message'] === 'string') return error['message']
  try {
    return String(error)
  } catch {
    return 'Unknown error'
  }
}

const errorPattern = /^Error(?: \[([^\]\n]{0,100})\])?:\s?/

export const isErrorText = (text: string): boolean => errorPattern.test(text)

/** An abort must go on as a rejection and never become a result. */
export const isAbortError = (error: unknown): boolean => isRecord(error) && error['name'] === 'AbortError'

/** What a tool returned in the shape that `document.modelContext` answers with. */
export function toToolResult(value: unknown): ModelContextResult {
  if (value === null || value === undefined) return { content: [] }
  if (hasContent(value)) return value
  if (typeof value === 'string') return textResult(value)
  try {
    return textResult(JSON.stringify(value) ?? '')
  } catch {
    return toolError('failed', notSerializable)
  }
}

/**
 * A page tool's answer as a result: a string or `null` as the browser gives it, or the value itself where the page's
 * own implementation ran the tool. `null` means that the page was left.
 */
export function normaliseResult(answer: unknown): ToolResult {
  if (answer === null) return ok({ navigated: true })
  if (answer === undefined) return ok(null)
  if (typeof answer === 'string' && isErrorText(answer)) return failure(answer)
  const value = typeof answer === 'string' ? parseStructured(answer) : answer
  return isModelContextResult(value) ? unwrap(value) : ok(value)
}

function unwrap(answer: ModelContextResult): ToolResult {
  const isText = answer.content.every(({ type, text }) => type === 'text' && typeof text === 'string')
  const text = answer.content.map((part) => part.text ?? '').join('\n')
  if (answer.isError === true) return failure(text)
  if (answer['structuredContent'] !== undefined) return ok(answer['structuredContent'])
  if (answer.content.length === 0) return ok(null)
  if (!isText) return ok({ content: answer.content })
  return isErrorText(text) ? failure(text) : ok(parseStructured(text))
}

/** The page's text without the prefix, whose code says which of the two outcomes it is. */
function failure(text: string): ToolResult {
  const [prefix = '', code] = errorPattern.exec(text) ?? []
  const message = text.slice(prefix.length) || 'Tool failed'
  return code === 'invalid_input' ? invalid([{ path: '', message }]) : failed(message)
}

/** JSON of an object or an array becomes that; a text that reads `42` or `true` stays a text. */
function parseStructured(text: string): unknown {
  if (!/^\s*[[{]/.test(text)) return text
  try {
    return JSON.parse(text) as unknown
  } catch {
    return text
  }
}

const textResult = (text: string): ModelContextResult => ({ content: [{ type: 'text', text }] })

const hasContent = (value: unknown): value is ModelContextResult =>
  isRecord(value) && Array.isArray(value['content'])

const contentTypes = new Set<unknown>(['text', 'image', 'audio', 'resource', 'resource_link'])

/** A page's own object may have a `content` of another kind. */
const isModelContextResult = (value: unknown): value is ModelContextResult =>
  hasContent(value) && value.content.every((part) => isRecord(part) && contentTypes.has(part.type))

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null
