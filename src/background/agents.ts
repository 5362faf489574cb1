import {
  agents,
  agentSecrets,
  disconnectedAgents,
  forgottenAgents,
  linkState,
  type Agent,
} from '../store/agents.ts'
import { forgetOutcomesOf } from '../store/outcomes.ts'
import type { ShownAgent } from '../store/pending-confirmations.ts'
import { watchAccessRequests, withdrawAccessRequests } from './access-requests.ts'
import { createAgentRequestHandlers } from './agent-requests.ts'
import { updateOf, updateOfOutcome } from './agent-updates.ts'
import { endCalls } from './call-ending.ts'
import { watchCallMoves } from './call-records.ts'
import { dropForgotten, forgetAgent, recallAgent, without } from './forgotten-agents.ts'
import { dropGrantsOf } from './grants.ts'
import type { PairedAgent } from './link/agent-peer.ts'
import type { AgentSession } from './link/agent-session.ts'
import { isUnderWay } from './relay.ts'
import { createLink, type Link, type LinkStatus } from './link/link.ts'
import { readLinkPorts } from './link/link-ports.ts'
import { workerStartedAt } from './worker-start.ts'

const colours = ['c1', 'c2', 'c3', 'c4', 'c5', 'c6', 'c7', 'c8']

/** Connects companions with this browser and keeps the record of paired agents. */
export function createAgents() {
  const link = createLink({
    ports: readLinkPorts,
    agents: {
      findSecret,
      isBlocked: isKeptOut,
      onPaired: (paired) => keepPaired(link, paired),
    },
    handlers: createAgentRequestHandlers((session) => showAgent(link, session)),
    onSession: ({ session }) => void noteSeen(session),
  })
  link.watch((status) => void writeLinkState(status))
  watchCallMoves(({ call, outcome }) => {
    const update = outcome ? updateOfOutcome(outcome) : updateOf(call)
    // A call that settles while it is being started is told in the answer to that.
    if (call.agent && !(outcome && isUnderWay(call)))
      link.send(call.agent.agentId, { event: 'update', update })
  })
  watchAccessRequests((agentId, update) => void link.send(agentId, { event: 'update', update }))
  return {
    link,
    disconnect: (agentId: string, isDisconnected: boolean) => disconnect(link, agentId, isDisconnected),
    block: (agentId: string, isBlocked: boolean) => block(link, agentId, isBlocked),
    forget: (agentId: string) => forget(link, agentId),
    recall: (agentId: string) => recall(link, agentId),
    /** Looks for companions while there is an agent that may come back. */
    async lookForCompanions(): Promise<void> {
      await dropForgotten()
      if (Object.keys(await agents.read()).length > 0) await link.connect()
    },
  }
}
export type Agents = ReturnType<typeof createAgents>

const findSecret = async (agentId: string): Promise<string | undefined> =>
  Object.hasOwn(await agents.read(), agentId) ? (await agentSecrets.read())[agentId] : undefined

const isKeptOut = async (agentId: string): Promise<boolean> =>
  (await agents.read())[agentId]?.isBlocked === true || (await disconnectedAgents.read()).includes(agentId)

/** Whoever pairs again under a known id proves nothing of the earlier key: it gets none of what belonged to that. */
async function keepPaired(link: Link, paired: PairedAgent): Promise<void> {
  const { agentId, name, client, secret, folder } = paired
  if ((await agentSecrets.read())[agentId] !== undefined) {
    await dropGrantsOf(agentId)
    await endKey(link, agentId)
  }
  await agentSecrets.update((all) => ({ ...all, [agentId]: secret }))
  await agents.update((all) => {
    const now = Date.now()
    const colour = all[agentId]?.colour ?? colours[Object.keys(all).length % colours.length] ?? 'c1'
    const agent: Agent = { agentId, name, client, colour, folder, pairedAt: now, lastSeenAt: now }
    return { ...all, [agentId]: agent }
  })
  await forgottenAgents.update(without([agentId]))
  await setDisconnected(agentId, false)
}

const noteSeen = ({ agentId, folder }: AgentSession): Promise<unknown> =>
  agents.update((all) => {
    const agent = all[agentId]
    return agent ? { ...all, [agentId]: { ...agent, folder, lastSeenAt: Date.now() } } : all
  })

async function showAgent(link: Link, session: AgentSession): Promise<ShownAgent> {
  const agent = (await agents.read())[session.agentId]
  const same = link.status().sessions.filter(({ agentId }) => agentId === session.agentId)
  const ordinal = same.findIndex(({ sessionId }) => sessionId === session.sessionId) + 1
  return {
    agentId: session.agentId,
    name: agent?.name ?? session.name,
    colour: agent?.colour ?? 'c1',
    folder: session.folder,
    ...(same.length > 1 ? { ordinal } : {}),
  }
}

const writeLinkState = ({ hubs, sessions, waiting }: LinkStatus): Promise<unknown> => {
  const connected = hubs.find(({ state }) => state === 'open')
  return linkState.update(() => ({
    workerStartedAt,
    state: connected ? 'connected' : 'searching',
    ...(connected ? { port: connected.port } : {}),
    ...(connected?.version === undefined ? {} : { companionVersion: connected.version }),
    sessions: sessions.map((session) => ({
      sessionId: session.sessionId,
      agentId: session.agentId,
      ordinal: sessions.filter(({ agentId }) => agentId === session.agentId).indexOf(session) + 1,
      folder: session.folder,
      connectedAt: session.openedAt,
    })),
    unpaired: waiting.map(({ agentId, name }) => ({ sessionId: agentId, name })),
  }))
}

const setDisconnected = (agentId: string, isDisconnected: boolean): Promise<unknown> =>
  disconnectedAgents.update((all) => {
    const others = all.filter((other) => other !== agentId)
    return isDisconnected ? [...others, agentId] : others
  })

/** What it has asked for stays as it is. */
async function disconnect(link: Link, agentId: string, isDisconnected: boolean): Promise<void> {
  await setDisconnected(agentId, isDisconnected)
  link.meetAgain(agentId)
}

async function block(link: Link, agentId: string, isBlocked: boolean): Promise<void> {
  await agents.update((all) => {
    const agent = all[agentId]
    return agent ? { ...all, [agentId]: { ...agent, isBlocked } } : all
  })
  if (isBlocked) await endAgent(agentId)
  link.meetAgain(agentId)
}

async function forget(link: Link, agentId: string): Promise<void> {
  await forgetAgent(agentId)
  await endKey(link, agentId)
}

/** Calls and outcomes belong to the key, and go with it. */
async function endKey(link: Link, agentId: string): Promise<void> {
  await endAgent(agentId)
  await forgetOutcomesOf(agentId)
  link.meetAgain(agentId)
}

async function recall(link: Link, agentId: string): Promise<void> {
  await recallAgent(agentId)
  link.meetAgain(agentId)
}

async function endAgent(agentId: string): Promise<void> {
  await endCalls((call) => call.agent?.agentId === agentId)
  await withdrawAccessRequests(agentId)
}
