import { errorResult, type ToolResult } from '../core/result.ts'
import { normaliseResult } from '../core/model-context-result.ts'
import type { ToolContext } from '../core/tool.ts'
import type { ToPageScript } from '../protocol/page-script-link.ts'
import { confirmRequestSchema, fileRefSchema, type PageScriptMessage } from './page-script-messages.ts'

/** What a page's own code answered with when it failed. The text is for the history, never for an agent. */
export class PageToolError extends Error {
  constructor(name: string, message: string) {
    super(message)
    this.name = name
  }
}

/** How a request ended: with text, or `null` where the page gave no answer to a submit that it took. */
type Reply = string | null
type Open = {
  resolve(reply: Reply): void
  reject(error: unknown): void
  /** Present for a call: the page may ask in its name while it runs. */
  context?: ToolContext
  openAsks: number
}

/** The most questions that one running call may have open. */
const maxOpenAsks = 4
/** How long the page's own undo may take, in milliseconds. */
const undoLimitMs = 30_000

/** The requests to the page script that are not answered yet. */
export class PageScriptCalls {
  readonly #open = new Map<number, Open>()
  readonly #post: (message: ToPageScript) => void
  #lastId = 0

  constructor(post: (message: ToPageScript) => void) {
    this.#post = post
  }

  /** Sends a request and waits for its reply, at most until the signal aborts. */
  request(
    send: (id: number) => void,
    { signal, context }: { signal: AbortSignal; context?: ToolContext },
  ): Promise<Reply> {
    const id = ++this.#lastId
    return new Promise<Reply>((resolve, reject) => {
      const giveUp = (): void => {
        this.#open.delete(id)
        this.#post({ type: 'cancel', id })
        reject(signal.reason)
      }
      if (signal.aborted) return reject(signal.reason)
      signal.addEventListener('abort', giveUp, { once: true })
      const done = (settle: () => void): void => {
        this.#open.delete(id)
        signal.removeEventListener('abort', giveUp)
        settle()
      }
      this.#open.set(id, {
        resolve: (reply) => done(() => resolve(reply)),
        reject: (error) => done(() => reject(error)),
        openAsks: 0,
        ...(context && { context }),
      })
      send(id)
    })
  }

  receive(message: Exclude<PageScriptMessage, { type: 'changed' | 'listed' }>): void {
    const open = this.#open.get(message.id)
    if (!open) return
    switch (message.type) {
      case 'settled':
        return open.resolve(message.text)
      case 'unanswered':
        return message.isSubmitted
          ? open.resolve(null)
          : open.reject(new PageToolError('ValidationError', 'The form was not submitted'))
      case 'failed':
        return open.reject(new PageToolError(message.name ?? '', message.message ?? ''))
      case 'confirm':
      case 'file':
        return void this.#answer(open, message)
      case 'undoable':
        return open.context?.registerUndo(() => this.#undo(message.token))
    }
  }

  async #answer(
    open: Open,
    { type, ask, request }: Extract<PageScriptMessage, { type: 'confirm' | 'file' }>,
  ): Promise<void> {
    const { context } = open
    if (!context || open.openAsks >= maxOpenAsks) return this.#post({ type: 'answer', ask, value: undefined })
    open.openAsks++
    const value = type === 'confirm' ? await confirm(context, request) : await resolveFile(context, request)
    open.openAsks--
    this.#post({ type: 'answer', ask, value })
  }

  async #undo(token: number): Promise<ToolResult> {
    try {
      const signal = AbortSignal.timeout(undoLimitMs)
      return normaliseResult(await this.request((id) => this.#post({ type: 'undo', id, token }), { signal }))
    } catch {
      return errorResult('Tool failed')
    }
  }
}

async function confirm(context: ToolContext, request: unknown) {
  const parsed = confirmRequestSchema().safeParse(request)
  if (!parsed.success) return { approved: false as const, reason: 'invalid' }
  const { summary, changes } = parsed.data
  return context.confirm({ summary, ...(changes && { changes }) })
}

async function resolveFile(context: ToolContext, request: unknown): Promise<File | undefined> {
  const parsed = fileRefSchema().safeParse(request)
  return parsed.success ? context.files.resolve(parsed.data).catch(() => undefined) : undefined
}
