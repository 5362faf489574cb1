import { callTimeoutMs } from '../core/limits.ts'
import type { ToolContext } from '../core/tool.ts'
import { findModelContext } from '../protocol/model-context-adapter.ts'
import type { PageTool } from '../protocol/page-script-link.ts'
import { executeDeclaredForm } from './declared-form-execution.ts'
import { nextTask } from './dom/settle.ts'
import { PageScriptCalls } from './page-script-calls.ts'
import { connectToPageScript, type PageScriptConnection } from './page-script-connection.ts'
import type { PageScriptMessage } from './page-script-messages.ts'

export type InvokedSubmit = {
  /** False: nothing was submitted, and the form may be submitted in the plain way. */
  handled: boolean
  /** What the page gave to `respondWith`, as text; absent where it did not respond. */
  result?: unknown
}

/**
 * The way to the page script of this document. What comes over it is the page's word and nothing more; what goes over
 * it the page may read.
 */
export type PageScriptChannel = {
  /** `undefined` where there is no page script. Never rejects. */
  list(): Promise<readonly PageTool[] | undefined>
  /** Text of what the tool returned. Rejects with what it threw, or when the signal of the context aborts. */
  call(tool: string, input: unknown, context: ToolContext): Promise<string>
  /** The page's own words for a call, `''` where it has none. */
  summarise(tool: string, input: unknown): string
  /** Submits a form as an agent does, so that the page can answer. Rejects with what the page's answer rejected with. */
  invokeSubmit(
    form: HTMLFormElement,
    submitter: HTMLElement | null,
    values: Readonly<Record<string, unknown>>,
  ): Promise<InvokedSubmit>
  onChange(listener: () => void, signal: AbortSignal): void
}

/** A page's own code may block its thread for as long as it likes; this long we wait for a list, in milliseconds. */
const listLimitMs = 5_000

type WaitingList = { id: number; resolve(tools: readonly PageTool[] | undefined): void }

export function createPageScriptChannel(window: Window, signal: AbortSignal): PageScriptChannel {
  const changes = new EventTarget()
  let connection: PageScriptConnection | undefined
  let waiting: WaitingList | undefined
  let lastListId = 0
  const calls = new PageScriptCalls((message) => connection?.post(message))

  const receive = (message: PageScriptMessage): void => {
    if (message.type === 'changed') changes.dispatchEvent(new Event('change'))
    else if (message.type !== 'listed') calls.receive(message)
    else if (waiting?.id === message.id) waiting.resolve(message.tools)
  }
  const connect = (): void => {
    if (connection || signal.aborted) return
    connection = connectToPageScript(window, receive)
    if (connection) changes.dispatchEvent(new Event('change'))
  }
  connect()
  // A content script that was asked for early may come before the page script of the same document.
  void nextTask().then(connect)
  window.document.addEventListener('readystatechange', connect, { signal })
  signal.addEventListener('abort', () => {
    connection?.close()
    connection = undefined
  })

  return {
    list: () =>
      new Promise((resolve) => {
        setTimeout(resolve, listLimitMs, undefined)
        waiting?.resolve(undefined)
        waiting = { id: ++lastListId, resolve }
        if (connection) connection.post({ type: 'list', id: lastListId })
        else resolve(undefined)
      }),
    async call(tool, input, context) {
      const { signal: callSignal, callId, caller } = context
      const text = JSON.stringify(input)
      const send = (id: number): void =>
        connection?.post({ type: 'call', id, tool, input: text, callId, caller })
      return String(await calls.request(send, { signal: callSignal, context }))
    },
    summarise: (tool, input) => connection?.askSummary(tool, input) ?? '',
    async invokeSubmit(form, submitter, values) {
      const context = findModelContext(window.document)
      const limit = AbortSignal.any([signal, AbortSignal.timeout(callTimeoutMs)])
      if (context) return executeDeclaredForm(context, form, { values, signal: limit })
      const current = connection
      if (!current) return { handled: false }
      const send = (id: number): void => current.sendForm(id, form, submitter)
      const result = await calls.request(send, { signal: limit })
      return result === null ? { handled: true } : { handled: true, result }
    },
    onChange: (listener, listening) => changes.addEventListener('change', listener, { signal: listening }),
  }
}
