import { cutResult, toJson } from '../core/json-boundary.ts'
import { errorResult, ok, type ToolResult } from '../core/result.ts'

/** A result as it leaves the extension: JSON values, and no larger than an agent is sent. */
export function toAgentResult(result: ToolResult): ToolResult {
  if (result.status !== 'ok') return result
  const json = toJson(result.data)
  if ('error' in json) return errorResult(json.error)
  const { data, ...cut } = cutResult(json.value ?? null)
  return ok('truncated' in cut ? { ...cut, text: data } : data)
}
