import type { Caller } from '../core/tool.ts'
import type { ShownAgent } from '../store/pending-confirmations.ts'

/** A call as somebody wants it, before the worker has looked at it. */
export type CallOrder = {
  callId: string
  caller: Caller
  agent: ShownAgent | null
  page: string
  /** Only a tool of this document will do: a page's own assistant has no other. */
  documentId?: string
  tool: string
  input: unknown
  /** The page's rev that the caller acted on. */
  rev?: number
}
