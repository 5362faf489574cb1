import { refusalCodes, type ToolResult } from './result.ts'

/** Whether a value has one of the six shapes. */
export function isToolResult(value: unknown): value is ToolResult {
  if (!isRecord(value)) return false
  switch (value['status']) {
    case 'ok':
      return 'data' in value
    case 'invalid':
      return Array.isArray(value['issues']) && value['issues'].every(isIssue)
    case 'refused':
      return isOneOf(refusalCodes, value['code']) && typeof value['message'] === 'string'
    case 'needs_confirmation':
      return typeof value['confirmId'] === 'string' && typeof value['summary'] === 'string'
    case 'cancelled':
      return isOneOf(['operator', 'signal', 'policy'], value['by']) && isTextOrNone(value['note'])
    case 'error':
      return typeof value['message'] === 'string'
    default:
      return false
  }
}

/** What a run may end with: a question to the person is asked by `confirm`, not returned. */
export const isFinalResult = (value: unknown): value is ToolResult =>
  isToolResult(value) && value.status !== 'needs_confirmation'

const isTextOrNone = (value: unknown): boolean => value === undefined || typeof value === 'string'

const isIssue = (value: unknown): boolean =>
  isRecord(value) && typeof value['path'] === 'string' && typeof value['message'] === 'string'

const isOneOf = (known: readonly string[], value: unknown): boolean =>
  typeof value === 'string' && known.includes(value)

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null
