import { readPairingCode } from '../../protocol/agent-link-code.ts'
import type { AgentPeer, CodeOutcome } from './agent-peer.ts'

export type PairOutcome =
  | { paired: { agentId: string; name: string } }
  | { failed: 'wrong_code' | 'no_agent' | 'timeout' }

type NextChange = (timeoutMs: number) => Promise<void>

const codeTimeoutMs = 20_000
const searchMs = 3_000

/**
 * Tries what a person typed on every agent that waits. Each of them gives a proof of its own code, so the agent whose
 * code it is shows itself, and the others are told of a miss only when it is nobody's.
 */
export async function pairByCode(
  typed: string,
  peers: () => AgentPeer[],
  nextChange: NextChange,
): Promise<PairOutcome> {
  const candidates = await findWaiting(peers, nextChange)
  if (candidates.length === 0) return { failed: 'no_agent' }
  const code = readPairingCode(typed)
  if (code === undefined) return { failed: 'wrong_code' }
  const outcomes = await Promise.all(candidates.map((peer) => tryOn(peer, code)))
  const matched = outcomes.find(({ outcome }) => outcome === 'matched')
  if (matched !== undefined) return openedSession(matched.peer, nextChange)
  for (const { peer } of outcomes) peer.tellMiss()
  return { failed: outcomes.some(({ outcome }) => outcome === 'missed') ? 'wrong_code' : 'timeout' }
}

const tryOn = async (peer: AgentPeer, code: string): Promise<{ peer: AgentPeer; outcome: CodeOutcome }> => ({
  peer,
  outcome: await peer.tryCode(code, codeTimeoutMs),
})

async function findWaiting(peers: () => AgentPeer[], nextChange: NextChange): Promise<AgentPeer[]> {
  const until = Date.now() + searchMs
  const waiting = (): AgentPeer[] => peers().filter((peer) => peer.waiting !== undefined)
  while (waiting().length === 0 && Date.now() < until) await nextChange(until - Date.now())
  return waiting()
}

async function openedSession(peer: AgentPeer, nextChange: NextChange): Promise<PairOutcome> {
  const until = Date.now() + codeTimeoutMs
  while (peer.session === undefined && !peer.isDueAt(Infinity) && Date.now() < until) {
    await nextChange(until - Date.now())
  }
  const session = peer.session
  if (session === undefined) return { failed: 'timeout' }
  return { paired: { agentId: session.agentId, name: session.name } }
}
