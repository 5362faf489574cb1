import * as z from 'zod/mini'
import { toolResultSchema } from '../protocol/call-schemas.ts'
import { openDatabase } from './database.ts'
import { defineStoredFamily } from './stored-item.ts'

const outcomeSchema = z.object({
  callId: z.string(),
  confirmId: z.optional(z.string()),
  agentId: z.string(),
  page: z.string(),
  result: toolResultSchema(),
  edited: z.optional(z.array(z.string())),
  /** It holds what a page says. */
  isUntrusted: z.boolean(),
  tool: z.string(),
  isFetched: z.boolean(),
  settledAt: z.number(),
})

/** What an agent may still fetch, in JSON values. Cleared when the browser starts. */
export type Outcome = z.infer<typeof outcomeSchema>

/** Stands where an agent's id does for calls that the person started. */
export const personId = 'person'

/** Those of incognito tabs, which never reach the disk. */
const incognitoOutcomes = defineStoredFamily('session', 'outcome:', outcomeSchema)

export async function writeOutcome(outcome: Outcome, isIncognito = false): Promise<void> {
  if (isIncognito) await incognitoOutcomes.update(outcome.callId, () => outcome)
  else await (await openDatabase()).put('outcomes', outcome)
}

/** By call id or confirm id, and only for the agent that asked. */
export async function findOutcome(agentId: string, id: string): Promise<Outcome | undefined> {
  const database = await openDatabase()
  const [byCall, byConfirmation] = await Promise.all([
    database.get('outcomes', id),
    database.getFromIndex('outcomes', 'confirmId', id),
  ])
  const outcome = byCall ?? byConfirmation ?? (await findIncognito(id))
  return outcome?.agentId === agentId ? outcome : undefined
}

const findIncognito = async (id: string): Promise<Outcome | undefined> =>
  [...(await incognitoOutcomes.readAll()).values()].find(
    ({ callId, confirmId }) => callId === id || confirmId === id,
  )

export async function findUnfetchedOutcomes(agentId: string): Promise<Outcome[]> {
  const stored = await (await openDatabase()).getAllFromIndex('outcomes', 'agentId', agentId)
  const incognito = [...(await incognitoOutcomes.readAll()).values()]
  return [...stored, ...incognito].filter((outcome) => outcome.agentId === agentId && !outcome.isFetched)
}

export async function markFetched(agentId: string, callIds: readonly string[]): Promise<void> {
  for (const callId of callIds) {
    const outcome = await findOutcome(agentId, callId)
    if (!outcome || outcome.isFetched) continue
    const isIncognito = (await incognitoOutcomes.find(callId)) !== undefined
    await writeOutcome({ ...outcome, isFetched: true }, isIncognito)
  }
}

/** Nobody can fetch them any more. */
export async function forgetOutcomesOf(agentId: string): Promise<void> {
  const transaction = (await openDatabase()).transaction('outcomes', 'readwrite')
  const callIds = await transaction.store.index('agentId').getAllKeys(agentId)
  await Promise.all([...callIds.map((callId) => transaction.store.delete(callId)), transaction.done])
  for (const outcome of (await incognitoOutcomes.readAll()).values()) {
    if (outcome.agentId === agentId) await incognitoOutcomes.update(outcome.callId, () => undefined)
  }
}

export const clearOutcomes = async (): Promise<void> => (await openDatabase()).clear('outcomes')
