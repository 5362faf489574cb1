import { refuse } from '../core/result.ts'
import type { AgentUpdate } from '../protocol/agent-link.ts'
import { markFetched } from '../store/outcomes.ts'
import { accessRequests, type ShownAgent } from '../store/pending-confirmations.ts'
import { cancelAccessRequest, heldUpdate, requestAccess } from './access-requests.ts'
import { pageListHandlers } from './agent-page-list.ts'
import { findOpenCall, findUpdate, refusedUpdate } from './agent-updates.ts'
import { endsWithAgent, withdrawCall } from './call-ending.ts'
import type { AgentRequestHandlers, AgentSession } from './link/agent-session.ts'
import { startCall, withdrawUnderWay } from './relay.ts'
import { startUndo } from './undo-call.ts'

/** What an agent may ask, answered at once. Nothing here can approve, share, grant, unpause or read history. */
export const createAgentRequestHandlers = (
  showAgent: (session: AgentSession) => Promise<ShownAgent>,
): AgentRequestHandlers => ({
  ...pageListHandlers,
  async call(input, session) {
    const order = { ...input, caller: 'mcp', agent: await showAgent(session) } as const
    return answerWith(session.agentId, input.callId, await startCall(order))
  },
  async undo({ callId, undoOf }, session) {
    const order = { callId, undoOf, caller: 'mcp', agent: await showAgent(session) } as const
    return answerWith(session.agentId, callId, await startUndo(order))
  },
  async outcomes({ ids }, { agentId }) {
    return {
      outcomes: await Promise.all(ids.map(async (id) => ({ id, update: await findAnyUpdate(agentId, id) }))),
    }
  },
  async cancel({ callId, isDisclosed }, { agentId }) {
    withdrawUnderWay(agentId, callId)
    if (!isDisclosed) await cancelAccessRequest(agentId, callId)
    const call = await findOpenCall(agentId, callId)
    if (call && endsWithAgent(call, isDisclosed)) await withdrawCall(call)
    return {}
  },
  async access(input, session) {
    const { requestId, origin, url, reason } = input
    const known = await findAnyUpdate(session.agentId, requestId)
    if (known) return known
    const agent = await showAgent(session)
    return requestAccess({
      requestId,
      agent,
      reason,
      ...(origin === undefined ? {} : { origin }),
      ...(url === undefined ? {} : { url }),
    })
  },
  async acknowledge({ callIds }, { agentId }) {
    await markFetched(agentId, callIds)
    return {}
  },
  pong: async () => ({}),
})

async function answerWith(
  agentId: string,
  callId: string,
  refusal: Awaited<ReturnType<typeof startCall>>,
): Promise<AgentUpdate> {
  if (refusal) return refusedUpdate(callId, refusal)
  const known = await findUpdate(agentId, callId)
  return known ?? refusedUpdate(callId, refuse('page_unavailable', 'The call is not known any more.'))
}

async function findAnyUpdate(agentId: string, id: string): Promise<AgentUpdate | null> {
  const request = await accessRequests.find(id)
  if (request?.agent.agentId === agentId) return heldUpdate(request)
  return findUpdate(agentId, id)
}
