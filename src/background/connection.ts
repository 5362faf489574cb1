import { sendToDocument } from '../protocol/send.ts'
import type { Output } from '../protocol/contract.ts'
import { agents } from '../store/agents.ts'
import type { Agents } from './agents.ts'
import { findPresentShare } from './sharing.ts'
import { workerStartedAt } from './worker-start.ts'

const patienceMs = 1_000

/** Each link of the chain as it is at this moment. */
export async function checkConnection(tabId: number, { link }: Agents): Promise<Output<'connection.check'>> {
  const share = await findPresentShare(tabId)
  const top = share?.frames.find(({ number }) => number === 0)
  const document = share && top && { tabId, documentId: top.documentId }
  const [answer, { hubs, sessions }, names] = await Promise.all([
    document && sendToDocument(document, 'document.look', {}, patienceMs),
    link.look(patienceMs),
    agents.read(),
  ])
  const [hub] = hubs
  return {
    isShared: share !== undefined,
    isContentAlive: answer?.ok === true,
    workerStartedAt,
    companion: hub ? { port: hub.port, version: hub.version ?? '' } : null,
    clients: sessions.map(({ agentId, name }) => ({ agentId, name: names[agentId]?.name ?? name })),
  }
}
