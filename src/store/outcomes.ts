import type { ToolResult } from '../core/result.ts'
import { openDatabase } from './database.ts'

/** What an agent may still fetch. JSON values only; cleared when the browser starts. */
export type Outcome = {
  callId: string
  confirmId?: string
  agentId: string
  page: string
  result: ToolResult
  isUntrusted: boolean
  edited?: string[]
  isFetched: boolean
  settledAt: number
}

export const writeOutcome = async (outcome: Outcome): Promise<void> => {
  await (await openDatabase()).put('outcomes', outcome)
}

/** By call id or confirm id, and only for the agent that asked. */
export async function findOutcome(agentId: string, id: string): Promise<Outcome | undefined> {
  const database = await openDatabase()
  const outcome =
    (await database.get('outcomes', id)) ?? (await database.getFromIndex('outcomes', 'confirmId', id))
  return outcome?.agentId === agentId ? outcome : undefined
}

export const findUnfetchedOutcomes = async (agentId: string): Promise<Outcome[]> =>
  (await (await openDatabase()).getAllFromIndex('outcomes', 'agentId', agentId)).filter((o) => !o.isFetched)

export async function markFetched(agentId: string, callIds: readonly string[]): Promise<void> {
  for (const callId of callIds) {
    const outcome = await findOutcome(agentId, callId)
    if (outcome && !outcome.isFetched) await writeOutcome({ ...outcome, isFetched: true })
  }
}

export const clearOutcomes = async (): Promise<void> => (await openDatabase()).clear('outcomes')
