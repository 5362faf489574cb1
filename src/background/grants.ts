import type { ToolEntry } from '../core/tool-manifest.ts'
import type { FoundGrant, RememberChoice } from '../core/policy.ts'
import { fillApprovals, lastingGrants, originsRead, sessionGrants, type Grant } from '../store/grants.ts'
import type { OpenCall, RedefinedPart } from '../store/pending-confirmations.ts'

const fillGrantMs = 30 * 60_000
const revokedKeptMs = 60 * 60_000

/** Whom a grant is looked up for. */
export type GrantKey = { agentId: string; origin: string; page: string; entry: ToolEntry }

/** `grants`: those that count. `redefinition`: there are some, all for another definition of the tool. */
export type FoundGrants = { grants: FoundGrant[]; grantIds: string[]; redefinition?: RedefinedPart[] }

export async function findGrants(key: GrantKey): Promise<FoundGrants> {
  const [lasting, session] = await Promise.all([lastingGrants.read(), sessionGrants.read()])
  const isOwn = (grant: Grant): boolean =>
    isConcerned(grant, key) && !isExpired(grant) && grant.revokedAt === undefined
  const counts = (grant: Grant): boolean =>
    isOwn(grant) && (grant.covers === 'fills' || grant.definitionHash === key.entry.definitionHash)
  const [always, forNow] = [lasting.filter(counts), session.filter(counts)]
  const grants = [
    ...always.map((grant) => found(grant, 'always')),
    ...forNow.map((grant) => found(grant, 'session')),
  ]
  const grantIds = [...always, ...forNow].map(({ grantId }) => grantId)
  const outdated = grants.length === 0 ? [...lasting, ...session].find(isOwn) : undefined
  return { grants, grantIds, ...(outdated ? { redefinition: compareSeen(outdated, key.entry) } : {}) }
}

const usedAgainMs = 60_000

/** A call ran because of them. Written at most once a minute, so that a busy agent costs no writes. */
export async function noteGrantsUsed(grantIds: readonly string[]): Promise<void> {
  if (grantIds.length === 0) return
  const now = Date.now()
  const isDue = ({ grantId, lastUsedAt = 0 }: Grant): boolean =>
    grantIds.includes(grantId) && now - lastUsedAt >= usedAgainMs
  const mark = (all: Grant[]): Grant[] =>
    all.some(isDue) ? all.map((grant) => (isDue(grant) ? { ...grant, lastUsedAt: now } : grant)) : all
  await Promise.all([lastingGrants.update(mark), sessionGrants.update(mark)])
}

/** A tool as a person was shown it. */
export const seenOf = ({ description, params = '', hints }: ToolEntry): NonNullable<Grant['seen']> => ({
  description,
  params,
  hints: Object.entries(hints)
    .filter(([, isSet]) => isSet)
    .map(([hint]) => hint)
    .sort()
    .join(', '),
})

function compareSeen({ seen }: Grant, entry: ToolEntry): RedefinedPart[] {
  const now = seenOf(entry)
  const parts = (['description', 'params', 'hints'] as const).flatMap((part) =>
    seen && seen[part] !== now[part] ? [{ part, before: seen[part], after: now[part] }] : [],
  )
  return parts.length > 0 ? parts : [{ part: 'form' }]
}

const kinds = { read: 'read', fills: 'fills_30_min' } as const

const found = (grant: Grant, lifetime: 'always' | 'session'): FoundGrant => ({
  kind: grant.covers === 'tool' ? lifetime : kinds[grant.covers],
  coversConsequentialInput: grant.isConsequential === true,
})

const isExpired = ({ expiresAt }: Grant): boolean => expiresAt !== undefined && expiresAt <= Date.now()

function isConcerned(grant: Grant, { agentId, origin, page, entry }: GrantKey): boolean {
  if (grant.agentId !== agentId || grant.origin !== origin) return false
  if (grant.covers === 'fills') return entry.kind === 'fill' && grant.page === page
  return grant.tool === entry.name
}

/**
 * Keeps what an approval said about later calls; only choices that were offered count. An answer to a question in the
 * middle of a run approves no call.
 */
export async function rememberApproval(call: OpenCall, choice: RememberChoice): Promise<void> {
  if (!call.agent || call.state !== 'held') return
  await countFillApproval(call)
  if (call.isReadOnly && call.kind === 'page')
    return addLasting(grantFor(call, { covers: 'read' }), call.isIncognito)
  if (choice === 'once' || !call.remember.includes(choice)) return
  if (choice === 'always') return addLasting(grantFor(call, { covers: 'tool' }), call.isIncognito)
  if (choice === 'session') return addSession(grantFor(call, { covers: 'tool' }))
  return addSession(grantFor(call, { covers: 'fills', page: call.page, expiresAt: Date.now() + fillGrantMs }))
}

const grantFor = (call: OpenCall, rest: Pick<Grant, 'covers' | 'page' | 'expiresAt'>): Grant => ({
  grantId: crypto.randomUUID(),
  agentId: call.agent?.agentId ?? '',
  agentName: call.agent?.name ?? '',
  origin: call.origin,
  tool: call.bareTool,
  title: call.title,
  definitionHash: call.definitionHash,
  isConsequential: call.isConsequential,
  seen: call.seen,
  createdAt: Date.now(),
  ...rest,
})

const isSame = (a: Grant, b: Grant): boolean =>
  a.agentId === b.agentId &&
  a.origin === b.origin &&
  a.covers === b.covers &&
  a.tool === b.tool &&
  a.page === b.page

const replace = (all: Grant[], grant: Grant): Grant[] => [
  ...all.filter((other) => !isSame(other, grant)),
  grant,
]

/** What an incognito tab was granted ends with the browser, since nothing of it is written to disk. */
const addLasting = async (grant: Grant, isIncognito = false): Promise<void> => {
  if (isIncognito) return addSession(grant)
  await lastingGrants.update((all) => replace(all, grant))
}
const addSession = async (grant: Grant): Promise<void> => {
  await sessionGrants.update((all) => replace(all, grant))
}

/** A revoked grant counts for nothing; it goes with the first revocation an hour later. */
export async function revokeGrant(grantId: string, isRevoked = true): Promise<void> {
  const now = Date.now()
  const mark = (all: Grant[]): Grant[] =>
    all
      .filter(({ revokedAt }) => revokedAt === undefined || now - revokedAt < revokedKeptMs)
      .map((grant) =>
        grant.grantId === grantId ? { ...grant, revokedAt: isRevoked ? now : undefined } : grant,
      )
  await Promise.all([lastingGrants.update(mark), sessionGrants.update(mark)])
}

export async function revokeGrantsOf(agentId: string, revokedAt: number): Promise<void> {
  await changeGrants((grant) =>
    grant.agentId === agentId && grant.revokedAt === undefined ? { ...grant, revokedAt } : grant,
  )
}

/** Takes back what `revokeGrantsOf` did at that time. */
export async function restoreGrantsOf(agentId: string, revokedAt: number): Promise<void> {
  await changeGrants((grant) =>
    grant.agentId === agentId && grant.revokedAt === revokedAt ? { ...grant, revokedAt: undefined } : grant,
  )
}

/** Takes them away for good, for the key that they were given to is no more. */
export async function dropGrantsOf(agentId: string): Promise<void> {
  const others = (all: Grant[]): Grant[] => all.filter((grant) => grant.agentId !== agentId)
  await Promise.all([lastingGrants.update(others), sessionGrants.update(others)])
}

async function changeGrants(change: (grant: Grant) => Grant): Promise<void> {
  const changeAll = (all: Grant[]): Grant[] => all.map(change)
  await Promise.all([lastingGrants.update(changeAll), sessionGrants.update(changeAll)])
}

const fillKey = (agentId: string, page: string): string => `${agentId} ${page}`

async function countFillApproval(call: OpenCall): Promise<void> {
  if (!call.agent || call.kind !== 'fill') return
  const key = fillKey(call.agent.agentId, call.page)
  await fillApprovals.update((all) => ({ ...all, [key]: (all[key] ?? 0) + 1 }))
}

/** The offer to remember an agent's fills on a page comes with the second approval. */
export const hasApprovedFill = async (agentId: string, page: string): Promise<boolean> =>
  ((await fillApprovals.read())[fillKey(agentId, page)] ?? 0) > 0

/** Origins that the agent has read from, other than this one. */
export const readElsewhere = async (agentId: string, origin: string): Promise<string[]> =>
  ((await originsRead.read())[agentId] ?? []).filter((other) => other !== origin)
