import { listedToolsPerPage } from '../core/limits.ts'
import { cancelled } from '../core/result.ts'
import type { MessageName } from '../protocol/contract.ts'
import type { personMessages } from '../protocol/person-messages.ts'
import type { Handlers } from '../protocol/handle.ts'
import { sendToDocument, type DocumentAddress } from '../protocol/send.ts'
import { removeHistory } from '../store/history.ts'
import { findOutcome, personId } from '../store/outcomes.ts'
import { openCalls, type OpenCall } from '../store/pending-confirmations.ts'
import { incognitoModes, isPaused, sites } from '../store/settings.ts'
import type { SharedFrame } from '../store/shares.ts'
import { decideAccess } from './access-requests.ts'
import { listVisibleTools } from './agent-page-list.ts'
import type { Agents } from './agents.ts'
import { cancelCall, endCalls, isWaiting } from './call-ending.ts'
import { decide, highlightFields, readCard, revealValue } from './confirmations.ts'
import { checkConnection } from './connection.ts'
import { revokeGrant } from './grants.ts'
import { findTool } from './known-tools.ts'
import { isIncognitoTab } from './incognito-tab.ts'
import { registerPageScript } from './injection.ts'
import { startCall } from './relay.ts'
import { changeSettings } from './settings-changes.ts'
import {
  findPresentShare,
  findShare,
  setAlwaysShared,
  shareFrames,
  shareTab,
  unshareSite,
  unshareTab,
} from './sharing.ts'
import { describeTab } from './tab-description.ts'
import { startUndo } from './undo-call.ts'

type PersonMessage = MessageName & keyof typeof personMessages

/** What a person tells the worker in one of the extension's own pages. */
export const createPersonHandlers = (agents: Agents): Pick<Handlers<'background'>, PersonMessage> => ({
  ...sharingHandlers,
  ...decisionHandlers,
  ...toolHandlers,
  ...createAgentHandlers(agents),
  'connection.check': async ({ tabId }) => checkConnection(tabId, agents),
  'grant.revoke': async ({ grantId, isRevoked }) => revokeGrant(grantId, isRevoked),
  'settings.change': async (patch) => changeSettings(patch),
  'history.remove': async (which) => removeHistory(which),
})

type HandlersOf<N extends PersonMessage> = Pick<Handlers<'background'>, N>

const sharingHandlers: HandlersOf<
  'tab.describe' | 'tab.share' | 'frame.share' | 'tab.reload' | 'site.share' | 'site.setMode' | 'site.block'
> = {
  'tab.describe': async ({ tabId }) => describeTab(tabId),
  async 'tab.share'({ tabId, isShared }) {
    if (!isShared) return endShare(tabId)
    const shared = await shareTab(tabId)
    return 'obstacle' in shared ? { isShared: false, reason: shared.obstacle } : { isShared: true }
  },
  async 'frame.share'({ tabId, origin, isShared }) {
    const ended = await shareFrames(tabId, origin, isShared)
    if (!isShared) await endCalls((call) => call.tabId === tabId && call.origin === origin)
    await tellEnded(tabId, ended)
    return (await findShare(tabId))?.origins.includes(origin) === true
  },
  'tab.reload': async ({ tabId }) => chrome.tabs.reload(tabId),
  'site.share': async ({ origin, isAlways, tabId }) => setAlwaysShared(origin, isAlways, tabId),
  async 'site.setMode'({ origin, mode, tabId }) {
    if (await isIncognitoTab(tabId)) await incognitoModes.update((all) => ({ ...all, [origin]: mode }))
    else await sites.update((all) => ({ ...all, [origin]: { ...all[origin], mode } }))
  },
  async 'site.block'({ origin, isBlocked }) {
    await sites.update((all) => ({ ...all, [origin]: { ...all[origin], isBlocked } }))
    await registerPageScript()
    if (isBlocked) await endSharesOf(origin)
  },
}

async function endShare(tabId: number): Promise<{ isShared: false }> {
  // First no new call can start, then those that are open end, and only then the documents fall silent.
  const frames = await unshareTab(tabId)
  await endCalls((call) => call.tabId === tabId)
  await tellEnded(tabId, frames)
  return { isShared: false }
}

const tellEnded = (tabId: number, frames: SharedFrame[]): Promise<unknown> =>
  Promise.all(frames.map(({ documentId }) => sendToDocument({ tabId, documentId }, 'share.ended', {})))

async function endSharesOf(origin: string): Promise<void> {
  const ended = await unshareSite(origin)
  await endCalls((call) => call.origin === origin || call.topOrigin === origin)
  for (const { tabId, frames } of ended) await tellEnded(tabId, frames)
}

const decisionHandlers: HandlersOf<
  'call.settle' | 'access.settle' | 'call.stop' | 'card.read' | 'card.reveal' | 'card.highlight'
> = {
  'call.settle': async ({ callId, decision, remember }) => decide(callId, decision, remember),
  async 'access.settle'({ requestId, kind, tabId, note }) {
    const optional = { ...(tabId === undefined ? {} : { tabId }), ...(note === undefined ? {} : { note }) }
    return { isTaken: await decideAccess({ requestId, kind, ...optional }) }
  },
  async 'call.stop'({ callId }) {
    const call = await openCalls.find(callId)
    if (call) await cancelCall(call, 'operator')
  },
  'card.read': async ({ callId }) => readCard(callId),
  'card.reveal': async ({ callId, path }) => revealValue(callId, path),
  'card.highlight': async ({ callId, isOn }) => highlightFields(callId, isOn),
}

const toolHandlers: HandlersOf<
  'page.tools' | 'page.describe' | 'page.preview' | 'call.run' | 'call.outcome' | 'call.undo'
> = {
  async 'page.tools'({ tabId }) {
    const share = await findPresentShare(tabId)
    const tools = share && (await listVisibleTools(share))
    return share ? { tools: tools?.slice(0, listedToolsPerPage) ?? null, rev: share.rev } : null
  },
  async 'page.describe'({ tabId, tool }) {
    const found = await findToolAddress(tabId, tool)
    const answer = found && (await sendToDocument(found.address, 'tools.describe', { tool: found.bareTool }))
    return answer?.ok && answer.value ? { ...answer.value, name: tool } : null
  },
  async 'page.preview'({ tabId, tool, input }) {
    const found = await findToolAddress(tabId, tool)
    const request = found && { tool: found.bareTool, input }
    const answer = found && request && (await sendToDocument(found.address, 'tools.preview', request))
    return answer?.ok ? answer.value : { result: cancelled('signal') }
  },
  async 'call.run'({ callId, tabId, tool, input }) {
    const share = await findShare(tabId)
    const order = { callId, caller: 'human', agent: null, page: share?.page ?? '', tool, input } as const
    return startCall(order)
  },
  'call.outcome': async ({ callId }) => (await findOutcome(personId, callId))?.result ?? null,
  'call.undo': async ({ callId, undoOf }) => startUndo({ callId, undoOf, caller: 'human', agent: null }),
}

async function findToolAddress(
  tabId: number,
  tool: string,
): Promise<{ address: DocumentAddress; bareTool: string } | undefined> {
  const share = await findPresentShare(tabId)
  const found = share && (await findTool(share, tool))
  if (found === undefined || typeof found === 'string') return undefined
  return { address: { tabId, documentId: found.frame.documentId }, bareTool: found.entry.name }
}

const isUnderWayForAgent = (call: OpenCall): boolean => call.caller !== 'human' && !isWaiting(call)

const createAgentHandlers = (
  agents: Agents,
): HandlersOf<
  'link.connect' | 'agent.pair' | 'agent.disconnect' | 'agent.forget' | 'agent.block' | 'agents.pause'
> => ({
  'link.connect': async () => agents.link.connect(),
  'agent.pair': async ({ code }) => agents.link.pair(code),
  'agent.disconnect': async ({ agentId, isDisconnected = true }) =>
    agents.disconnect(agentId, isDisconnected),
  'agent.forget': async ({ agentId, isForgotten = true }) =>
    isForgotten ? agents.forget(agentId) : agents.recall(agentId),
  'agent.block': async ({ agentId, isBlocked }) => agents.block(agentId, isBlocked),
  async 'agents.pause'({ isPaused: pause }) {
    await isPaused.update(() => pause)
    if (pause) await endCalls(isUnderWayForAgent)
  },
})
