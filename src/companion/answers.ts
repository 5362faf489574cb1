import type { CallToolResult } from '@modelcontextprotocol/server'
import type { RefusalCode } from '../core/result.ts'
import { visibleValue } from './page-text.ts'

/** First line of every text that carries a page's words. */
export const untrustedLine = '[untrusted page content]'
const untrustedMeta = { 'countersign/untrustedContent': true }

/** An answer to the MCP client: structured content and the same as text. Page text in it is marked as such. */
export function answer(content: Record<string, unknown>, isUntrusted: boolean): CallToolResult {
  const structuredContent = visibleObject(content)
  const json = JSON.stringify(structuredContent)
  const text = isUntrusted ? `${untrustedLine}\n${json}` : json
  return {
    content: [{ type: 'text', text }],
    structuredContent,
    ...(content['status'] === 'error' ? { isError: true } : {}),
    ...(isUntrusted ? { _meta: untrustedMeta } : {}),
  }
}

export const refusal = (code: RefusalCode, message: string): CallToolResult =>
  answer({ status: 'refused', code, message }, false)

export const invalidAnswer = (issues: { path: string; message: string }[]): CallToolResult =>
  answer({ status: 'invalid', issues }, false)

const visibleObject = (content: Record<string, unknown>): Record<string, unknown> => {
  const visible = visibleValue(content)
  return typeof visible === 'object' && visible !== null ? { ...visible } : {}
}
