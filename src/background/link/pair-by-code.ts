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
  const code = readPairingCode(typed)
  if (code === undefined) return { failed: 'wrong_code' }
  const missed: AgentPeer[] = []
  let isAnySilent = false
  for await (const found of newlyWaiting(peers, nextChange)) {
    const outcomes = await Promise.all(found.map((peer) => tryOn(peer, code)))
    const matched = outcomes.find(({ outcome }) => outcome === 'matched')
    if (matched !== undefined) return openedSession(matched.peer, nextChange)
    missed.push(...outcomes.filter(({ outcome }) => outcome === 'missed').map(({ peer }) => peer))
    isAnySilent ||= outcomes.some(({ outcome }) => outcome === 'silent')
  }
  for (const peer of missed) peer.tellMiss()
  if (missed.length > 0) return { failed: 'wrong_code' }
  return { failed: isAnySilent ? 'timeout' : 'no_agent' }
}

const tryOn = async (peer: AgentPeer, code: string): Promise<{ peer: AgentPeer; outcome: CodeOutcome }> => ({
  peer,
  outcome: await peer.tryCode(code, codeTimeoutMs),
})

/** Each agent once, as they come to wait: one may still be on its way to this browser. */
async function* newlyWaiting(peers: () => AgentPeer[], nextChange: NextChange): AsyncGenerator<AgentPeer[]> {
  const until = Date.now() + searchMs
  const given = new Set<AgentPeer>()
  for (;;) {
    const found = peers().filter((peer) => peer.waiting !== undefined && !given.has(peer))
    for (const peer of found) given.add(peer)
    if (found.length > 0) yield found
    else if (Date.now() >= until) return
    else await nextChange(until - Date.now())
  }
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
