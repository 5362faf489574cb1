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

// Those that count before they are stored.
const early = new Map<string, Outcome>()

/** It counts from now on. Whoever says so writes it next. */
export const tellOutcomeEarly = (outcome: Outcome): void => void early.set(outcome.callId, outcome)

export async function writeOutcome(outcome: Outcome, isIncognito = false): Promise<void> {
  const { callId } = outcome
  const latest = (): Outcome => early.get(callId) ?? outcome
  if (isIncognito) {
    await incognitoOutcomes.update(callId, latest)
    early.delete(callId)
    return
  }
  const [ids, database] = await Promise.all([storedCallIds(), openDatabase()])
  ids.add(callId)
  const written = database.put('outcomes', latest())
  // Whoever reads it from now on waits for the write.
  early.delete(callId)
  await written
}

// A superset of what is stored, so that a new call costs no look at the disk. The background is the only writer.
let callIds: Promise<Set<string>> | undefined

const storedCallIds = (): Promise<Set<string>> => {
  callIds ??= readCallIds()
  callIds.catch(() => (callIds = undefined))
  return callIds
}

const readCallIds = async (): Promise<Set<string>> =>
  new Set(await (await openDatabase()).getAllKeys('outcomes'))

/** By call id alone, and only for the agent that asked. */
export async function findOutcomeOfCall(agentId: string, callId: string): Promise<Outcome | undefined> {
  const outcome = early.get(callId) ?? (await findStored(callId)) ?? (await incognitoOutcomes.find(callId))
  return outcome?.agentId === agentId ? outcome : undefined
}

const findStored = async (callId: string): Promise<Outcome | undefined> =>
  (await storedCallIds()).has(callId) ? (await openDatabase()).get('outcomes', callId) : undefined

/** By call id or confirm id, and only for the agent that asked. */
export async function findOutcome(agentId: string, id: string): Promise<Outcome | undefined> {
  const byCall = await findOutcomeOfCall(agentId, id)
  if (byCall) return byCall
  const outcome =
    (await (await openDatabase()).getFromIndex('outcomes', 'confirmId', id)) ?? (await findIncognito(id))
  return outcome?.agentId === agentId ? outcome : undefined
}

const findIncognito = async (id: string): Promise<Outcome | undefined> =>
  [...(await incognitoOutcomes.readAll()).values()].find(({ confirmId }) => confirmId === id)

export async function findUnfetchedOutcomes(agentId: string): Promise<Outcome[]> {
  const stored = await (await openDatabase()).getAllFromIndex('outcomes', 'agentId', agentId)
  const incognito = [...(await incognitoOutcomes.readAll()).values()]
  return [...stored, ...incognito].filter((outcome) => outcome.agentId === agentId && !outcome.isFetched)
}

export async function markFetched(agentId: string, callIds: readonly string[]): Promise<void> {
  for (const callId of callIds) {
    const outcome = await findOutcomeOfCall(agentId, callId)
    if (!outcome || outcome.isFetched) continue
    if (early.has(callId)) {
      tellOutcomeEarly({ ...outcome, isFetched: true })
      continue
    }
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

export async function clearOutcomes(): Promise<void> {
  await (await openDatabase()).clear('outcomes')
  callIds = undefined
}
