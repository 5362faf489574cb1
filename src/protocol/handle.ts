import browser, { type Runtime } from 'webextension-polyfill'
import { contract, type Input, type MessageName, type MessageTo, type Output } from './contract.ts'
import type { Envelope, Reply } from './send.ts'
import { findSender, type DocumentSender, type PageSender, type Sender, type WorkerSender } from './sender.ts'

type SenderOf<N extends MessageName> =
  | ('content' extends (typeof contract)[N]['from'][number] ? DocumentSender : never)
  | ('background' extends (typeof contract)[N]['from'][number] ? WorkerSender : never)
  | ('popup' | 'side-panel' | 'options' | 'welcome' extends infer P
      ? P extends (typeof contract)[N]['from'][number]
        ? PageSender
        : never
      : never)

/** One handler for each message addressed to a context; a missing one does not compile. */
export type Handlers<C extends 'background' | 'content'> = {
  [N in MessageTo<C>]: (input: Input<N>, sender: SenderOf<N>) => Output<N> | Promise<Output<N>>
}

type AnyHandler = (input: unknown, sender: Sender) => unknown

/**
 * Answers what is addressed to `context`: who sent it, may it, parse, handle. A handler that throws is a bug: it is
 * logged here and the other side gets a generic error. `ready` holds messages back until the context can answer.
 */
export function handleMessages<C extends 'background' | 'content'>(
  context: C,
  handlers: Handlers<C>,
  options: { ready?: Promise<unknown>; signal?: AbortSignal } = {},
): void {
  // Chrome takes `true` for "an answer will come" in every version; a returned promise only in some.
  const listener = (
    message: unknown,
    browserSender: Runtime.MessageSender,
    reply: (r: Reply) => void,
  ): true | undefined => {
    const name = findMessageName(message, context)
    const sender = findSender(browserSender)
    if (name === undefined || sender === undefined) return undefined
    const from: readonly string[] = contract[name].from
    if (!from.includes(sender.context)) return undefined
    void answer(name, message, sender).then(reply)
    return true
  }

  async function answer(name: MessageName, message: unknown, sender: Sender): Promise<Reply> {
    try {
      await options.ready
      const input = contract[name].input().safeParse((message as Envelope).input)
      if (!input.success) return { ok: false, message: `Malformed ${name}` }
      // The table ties name, input and sender together; indexing by a variable loses that link.
      const handler = handlers[name as MessageTo<C>] as AnyHandler
      return { ok: true, value: await handler(input.data, sender) }
    } catch (error) {
      // oxlint-disable-next-line no-console -- a bug of ours, and the console is where its report is looked for
      console.error(`${name} failed`, error)
      return { ok: false, message: `${name} failed` }
    }
  }

  browser.runtime.onMessage.addListener(
    listener as Parameters<typeof browser.runtime.onMessage.addListener>[0],
  )
  options.signal?.addEventListener('abort', () => {
    browser.runtime.onMessage.removeListener(
      listener as Parameters<typeof browser.runtime.onMessage.removeListener>[0],
    )
  })
}

const findMessageName = (message: unknown, to: string): MessageName | undefined => {
  if (typeof message !== 'object' || message === null) return undefined
  const envelope = message as Partial<Envelope>
  const isKnown = typeof envelope.name === 'string' && Object.hasOwn(contract, envelope.name)
  return isKnown && envelope.to === to ? envelope.name : undefined
}
