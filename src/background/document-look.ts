import type { Output } from '../protocol/contract.ts'
import { sendToDocument } from '../protocol/send.ts'
import type { Share } from '../store/shares.ts'

const lookTimeoutMs = 1_000

/** What the top document of a page sees of itself; undefined where it does not say. */
export async function lookAtPage({ tabId, frames }: Share): Promise<Output<'document.look'> | undefined> {
  const top = frames.find(({ number }) => number === 0)
  if (!top) return undefined
  const address = { tabId, documentId: top.documentId }
  const answer = await sendToDocument(address, 'document.look', {}, lookTimeoutMs)
  return answer.ok ? answer.value : undefined
}
