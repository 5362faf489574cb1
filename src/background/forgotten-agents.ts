import { agents, agentSecrets, forgottenAgents } from '../store/agents.ts'
import { restoreGrantsOf, revokeGrantsOf } from './grants.ts'

const forgottenKeptMs = 60 * 60_000

/** An agent that was forgotten is unknown from now on; for an hour the person can recall it with its grants. */
export async function forgetAgent(agentId: string): Promise<void> {
  const agent = (await agents.read())[agentId]
  if (!agent) return
  const forgottenAt = Date.now()
  await forgottenAgents.update((all) => ({ ...all, [agentId]: { agent, forgottenAt } }))
  await agents.update(without([agentId]))
  await revokeGrantsOf(agentId, forgottenAt)
}

export async function recallAgent(agentId: string): Promise<void> {
  const forgotten = (await forgottenAgents.read())[agentId]
  if (!forgotten) return
  // Paired anew meanwhile, it stays as it is now.
  await agents.update((all) => ({ [agentId]: forgotten.agent, ...all }))
  await forgottenAgents.update(without([agentId]))
  await restoreGrantsOf(agentId, forgotten.forgottenAt)
}

/** Ends what can be recalled no longer, secrets included. */
export async function dropForgotten(now = Date.now()): Promise<void> {
  const all = Object.entries(await forgottenAgents.read())
  const over = all.filter(([, { forgottenAt }]) => now - forgottenAt >= forgottenKeptMs).map(([id]) => id)
  if (over.length === 0) return
  const paired = await agents.read()
  await agentSecrets.update(without(over.filter((id) => !Object.hasOwn(paired, id))))
  await forgottenAgents.update(without(over))
}

export const without =
  (ids: readonly string[]) =>
  <T>(all: Record<string, T>): Record<string, T> =>
    Object.fromEntries(Object.entries(all).filter(([id]) => !ids.includes(id)))
