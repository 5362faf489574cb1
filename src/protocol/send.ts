import browser from 'webextension-polyfill'
import { contract, type Input, type MessageName, type MessageTo, type Output } from './contract.ts'

export type Envelope = { to: 'background' | 'content'; name: MessageName; input: unknown }
export type Reply = { ok: true; value: unknown } | { ok: false; message: string }

/** Why a message got no answer. `unreachable`: nobody is there; `timeout`: somebody may be, and says nothing. */
export type SendFailure = 'unreachable' | 'timeout' | 'failed'
export type Sent<T> = { ok: true; value: T } | { ok: false; reason: SendFailure }

export type DocumentAddress = { tabId: number; documentId: string }

/** A frozen or cached document never answers, so every message to one has an end. */
const documentTimeoutMs = 5_000

/** To the worker. Rejects only when the worker has a bug or the extension was reloaded under this script. */
export async function send<N extends MessageTo<'background'>>(name: N, input: Input<N>): Promise<Output<N>> {
  const envelope: Envelope = { to: 'background', name, input }
  const reply: unknown = await browser.runtime.sendMessage(envelope)
  if (!isReply(reply)) throw new Error(`No answer to ${name}`)
  if (!reply.ok) throw new Error(reply.message)
  return parse(name, reply.value)
}

/** To one document's content script; never throws. */
export async function sendToDocument<N extends MessageTo<'content'>>(
  address: DocumentAddress,
  name: N,
  input: Input<N>,
  timeoutMs = documentTimeoutMs,
): Promise<Sent<Output<N>>> {
  const envelope: Envelope = { to: 'content', name, input }
  // The polyfill's types know frameId only.
  const target = { documentId: address.documentId } as { frameId?: number }
  const answer = browser.tabs.sendMessage(address.tabId, envelope, target).then(
    (reply: unknown) => readReply(name, reply),
    () => ({ ok: false, reason: 'unreachable' }) as const,
  )
  return new Promise((resolve) => {
    const timer = setTimeout(() => resolve({ ok: false, reason: 'timeout' }), timeoutMs)
    void answer.then((sent) => {
      clearTimeout(timer)
      resolve(sent)
    })
  })
}

function readReply<N extends MessageName>(name: N, reply: unknown): Sent<Output<N>> {
  if (!isReply(reply)) return { ok: false, reason: 'unreachable' }
  if (!reply.ok) return { ok: false, reason: 'failed' }
  try {
    return { ok: true, value: parse(name, reply.value) }
  } catch {
    return { ok: false, reason: 'failed' }
  }
}

/** What comes back is parsed like what goes in: a document's renderer is not trusted. */
const parse = <N extends MessageName>(name: N, value: unknown): Output<N> =>
  // The table ties the schema at `name` to its output type; the index loses that link.
  contract[name].output().parse(value) as Output<N>

const isReply = (reply: unknown): reply is Reply =>
  typeof reply === 'object' && reply !== null && typeof (reply as { ok?: unknown }).ok === 'boolean'
