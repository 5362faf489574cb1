import browser from 'webextension-polyfill'
import { redactUrl } from '../core/redaction.ts'
import { cancelled, invalid, ok, refuse, type ToolResult } from '../core/result.ts'
import type { AgentUpdate } from '../protocol/agent-link.ts'
import { writeOutcome } from '../store/outcomes.ts'
import { accessRequests, type AccessRequest, type ShownAgent } from '../store/pending-confirmations.ts'
import { rejectedOrigins } from '../store/rejected-origins.ts'
import { isPaused, readSettings } from '../store/settings.ts'
import type { Share } from '../store/shares.ts'
import { jsonBytesOf, recordMaxBytes } from './fit-record.ts'
import { listFrames, siteOrigin } from './frames.ts'
import { shareTab, shareTabLater } from './sharing.ts'

export type AccessOrder = {
  requestId: string
  agent: ShownAgent
  origin?: string
  url?: string
  reason: string
}

/** How long a rejected origin stays silent for that agent. */
const silenceMs = 10 * 60_000

// Who is told when a request is settled; registered in main's synchronous block.
let onSettled: (agentId: string, update: AgentUpdate) => void = () => undefined
export const watchAccessRequests = (listener: typeof onSettled): void => {
  onSettled = listener
}

// One after another, so that two requests of an agent at the same moment do not both find none pending.
let lastRequest: Promise<unknown> = Promise.resolve()

/** An agent asks for a page. The answer says nothing about open tabs. */
export function requestAccess(order: AccessOrder): Promise<AgentUpdate> {
  const answer = lastRequest.then(() => holdRequest(order))
  lastRequest = answer.catch(() => undefined)
  return answer
}

async function holdRequest(order: AccessOrder): Promise<AgentUpdate> {
  await expireAccessRequests()
  const origin = siteOrigin(order.url ?? order.origin ?? '')
  const refusal = await findRefusal(order, origin)
  if (refusal) return settledUpdate(order.requestId, refusal)
  const now = Date.now()
  const request: AccessRequest = {
    requestId: order.requestId,
    agent: order.agent,
    origin,
    url: order.url,
    reason: order.reason,
    createdAt: now,
    expiresAt: now + (await readSettings()).confirmationTtlMs,
  }
  if (jsonBytesOf(request) > recordMaxBytes) return settledUpdate(order.requestId, tooLong)
  await accessRequests.update(order.requestId, (current) => current ?? request)
  return heldUpdate(request)
}

/** The card shows it whole. */
const tooLong = invalid([
  { path: 'url', message: 'The address is too long. Ask for its `origin`, or for a shorter address there.' },
])

async function findRefusal(order: AccessOrder, origin: string): Promise<ToolResult | undefined> {
  if (origin === '' || (order.url === undefined) === (order.origin === undefined)) {
    return invalid([{ path: 'url', message: 'Give exactly one of `origin` and `url`, http or https.' }])
  }
  if (hasUserinfo(order.url ?? order.origin ?? '')) {
    return invalid([{ path: 'url', message: 'An address must not hold a user name or a password.' }])
  }
  if (await isPaused.read()) return refuse('paused', 'The person has paused all agents. Ask them to resume.')
  const others = [...(await accessRequests.readAll()).values()]
  const isPending = others.some(
    ({ agent, requestId }) => agent.agentId === order.agent.agentId && requestId !== order.requestId,
  )
  if (isPending) return refuse('busy', 'Another request of yours is waiting for the person.')
  const rejectedAt = (await rejectedOrigins.read())[`${order.agent.agentId} ${origin}`] ?? 0
  return Date.now() - rejectedAt < silenceMs ? cancelled('operator') : undefined
}

const hasUserinfo = (address: string): boolean => {
  const { username, password } = new URL(address)
  return username !== '' || password !== ''
}

export const heldUpdate = ({ requestId, origin, url }: AccessRequest): AgentUpdate => ({
  callId: requestId,
  confirmId: requestId,
  state: 'held',
  summary: url === undefined ? `Share a tab of ${origin}` : `Open and share ${redactUrl(url)}`,
})

const settledUpdate = (requestId: string, result: ToolResult): AgentUpdate => ({
  callId: requestId,
  confirmId: requestId,
  state: 'settled',
  result,
  untrusted: false,
})

type AccessDecision = { requestId: string; kind: 'approve' | 'reject'; tabId?: number; note?: string }

// The first decision counts: a second press while the tab opens would open another. Lives as long as that takes.
const deciding = new Set<string>()

/** The person's decision. False: the request is gone or being decided, or the page could not be shared. */
export async function decideAccess(decision: AccessDecision): Promise<boolean> {
  if (deciding.has(decision.requestId)) return false
  deciding.add(decision.requestId)
  try {
    return await takeDecision(decision)
  } finally {
    deciding.delete(decision.requestId)
  }
}

async function takeDecision(decision: AccessDecision): Promise<boolean> {
  const request = await accessRequests.find(decision.requestId)
  if (!request) return false
  if (request.expiresAt <= Date.now()) {
    await settle(request, refuse('confirmation_expired', 'The person did not decide in time.'))
    return false
  }
  if (decision.kind === 'reject') {
    await rejectedOrigins.update((all) => ({
      ...all,
      [`${request.agent.agentId} ${request.origin}`]: Date.now(),
    }))
    await settle(request, cancelled('operator', decision.note))
    return true
  }
  return grantAccess(request, decision.tabId)
}

async function grantAccess(request: AccessRequest, pickedTabId?: number): Promise<boolean> {
  const tabId = request.url === undefined ? pickedTabId : await openTab(request.url)
  if (tabId === undefined) return false
  // The address may lead elsewhere, and a picked tab may have moved on: what was approved is this origin alone.
  const share = await shareTab(tabId, request.origin)
  if (!('obstacle' in share)) return handOver(request, share)
  if (request.url === undefined || share.obstacle !== 'other_site') return false
  const later = await shareTabLater(tabId, request.origin)
  return later !== undefined && handOver(request, later)
}

async function handOver(request: AccessRequest, { page, suspendedAt }: Share): Promise<boolean> {
  const note = suspendedAt === undefined ? {} : { note: ledElsewhere }
  await settle(request, ok({ page, origin: request.origin, ...note }))
  return true
}

const ledElsewhere =
  'The address led to another site first, perhaps to sign in. The page can be used once the person is on the site that you asked for.'

/** Resolved once the tab shows the site, so that sharing it shares that site. */
async function openTab(url: string): Promise<number | undefined> {
  const tab = await browser.tabs.create({ url })
  const tabId = tab.id
  if (tabId === undefined) return undefined
  return new Promise((resolve) => {
    const finish = (result: number | undefined): void => {
      chrome.webNavigation.onCommitted.removeListener(check)
      clearTimeout(timer)
      resolve(result)
    }
    const check = (details: { tabId: number; frameId: number }): void => {
      if (details.tabId === tabId && details.frameId === 0) finish(tabId)
    }
    const timer = setTimeout(() => finish(undefined), 30_000)
    chrome.webNavigation.onCommitted.addListener(check)
    // A fast page was there before anybody listened.
    void listFrames(tabId).then(([top]) => top && top.origin !== '' && finish(tabId))
  })
}

export async function settle(request: AccessRequest, result: ToolResult): Promise<void> {
  await writeOutcome({
    callId: request.requestId,
    confirmId: request.requestId,
    agentId: request.agent.agentId,
    page: '',
    tool: 'request_access',
    result,
    isUntrusted: false,
    isFetched: false,
    settledAt: Date.now(),
  })
  await accessRequests.update(request.requestId, () => undefined)
  onSettled(request.agent.agentId, settledUpdate(request.requestId, result))
}

/** Clocks decide; this only wakes those whose time is over. */
export async function expireAccessRequests(): Promise<void> {
  for (const request of (await accessRequests.readAll()).values()) {
    if (request.expiresAt > Date.now()) continue
    await settle(request, refuse('confirmation_expired', 'The person did not decide in time.'))
  }
}

/** Its agent gave up on it before it was told that a person decides. */
export async function cancelAccessRequest(agentId: string, requestId: string): Promise<void> {
  const request = await accessRequests.find(requestId)
  if (request?.agent.agentId === agentId) await settle(request, cancelled('signal'))
}

export async function withdrawAccessRequests(agentId: string): Promise<void> {
  for (const request of (await accessRequests.readAll()).values()) {
    if (request.agent.agentId === agentId) await settle(request, cancelled('policy'))
  }
}
