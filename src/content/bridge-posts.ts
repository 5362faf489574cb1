import { cutResult, toJson } from '../core/json-boundary.ts'
import { messageMaxBytes } from '../core/limits.ts'
import { errorResult, type ToolResult } from '../core/result.ts'
import type { ToolSummary } from '../core/tool-manifest.ts'
import { copyInBounds, type ToAgent } from '../protocol/page-bridge.ts'

/** A result's text is cut to this, so that it fits however much of it JSON has to escape. */
const resultTextBytes = messageMaxBytes / 8
/** What is left for the rest of a manifest, in bytes. */
const manifestRestBytes = 4_096

/** A message as it may be posted: plain JSON in bounds, with less in it where it would be too much. */
export function toPost(message: ToAgent): unknown {
  const json = toJson(message)
  const whole = 'error' in json ? undefined : copyInBounds(json.value)
  if (whole !== undefined) return whole
  if (message.type === 'manifest') return { ...message, tools: fittingTools(message.tools) }
  return 'result' in message ? toPost({ ...message, result: toSmaller(message.result) }) : message
}

/** The first tools of the list, as many as one message holds. */
function fittingTools(tools: readonly ToolSummary[]): ToolSummary[] {
  const encoder = new TextEncoder()
  let left = messageMaxBytes - manifestRestBytes
  return tools.filter((tool) => {
    left -= encoder.encode(JSON.stringify(tool)).length + 1
    return left >= 0
  })
}

function toSmaller(result: ToolResult): ToolResult {
  const error = errorResult('The result is too large or too deep')
  if (result.status === 'needs_confirmation' && result.changes?.length) return { ...result, changes: [] }
  if (result.status !== 'ok') return error
  const json = toJson(result.data)
  if ('error' in json) return errorResult(json.error)
  const { data } = json.value === undefined ? { data: null } : { data: json.value }
  const isText = typeof data === 'string'
  if (isText && data.length <= resultTextBytes) return error
  return { ...result, ...cutResult(isText ? data : JSON.stringify(data), resultTextBytes) }
}
