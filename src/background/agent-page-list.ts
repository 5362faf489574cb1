import { toDisplayText } from '../core/display-text.ts'
import { descriptionMaxLength, listedToolsPerPage, titleMaxLength } from '../core/limits.ts'
import { defaultSiteMode, isListed, type SiteMode } from '../core/policy.ts'
import { refuse, type Refusal } from '../core/result.ts'
import { shownSchema } from '../core/shown-schema.ts'
import type { ToolEntry, ToolSummary } from '../core/tool-manifest.ts'
import type { AgentRequestOutput, SharedPage } from '../protocol/agent-link.ts'
import { sendToDocument } from '../protocol/send.ts'
import { findUnfetchedOutcomes } from '../store/outcomes.ts'
import { readSiteMode } from '../store/settings.ts'
import { shares, type Share } from '../store/shares.ts'
import type { AgentRequestHandlers } from './link/agent-session.ts'
import { findTool, listPageTools } from './known-tools.ts'
import { whenPresent } from './page-arrival.ts'
import { pageRefusals, readOnlySite } from './page-refusals.ts'
import { findPage } from './sharing.ts'

/** The tool summaries of the page in front go along with the list of pages when they are at most this large. */
const smallToolsBytes = 4 * 1024

/** What an agent may see of shared pages: their handles, titles, origins and tools. */
export const pageListHandlers: Pick<AgentRequestHandlers, 'pages' | 'tools' | 'describe'> = {
  async pages(_, { agentId }) {
    const active = Object.values(await shares.read()).filter(({ suspendedAt }) => suspendedAt === undefined)
    const outcomes = await findUnfetchedOutcomes(agentId)
    return {
      pages: await Promise.all(active.map(describePage)),
      outcomes: outcomes.map(({ callId, page, tool, result }) => ({
        id: callId,
        callId,
        page,
        tool,
        status: result.status,
      })),
    }
  },
  async tools({ page }) {
    const share = await findActivePage(page)
    if ('status' in share) return share
    const listed = await listForAgent(share)
    if (!listed) return pageRefusals.unanswered
    const { tools, unlisted } = listed
    return { page, rev: share.rev, tools, ...(unlisted > 0 ? { omitted: unlisted } : {}) }
  },
  describe: ({ page, tool }) => describeTool(page, tool),
}

async function findActivePage(page: string): Promise<Share | Refusal> {
  const share = await findPage(page)
  if (!share) return pageRefusals.unknown
  return share.suspendedAt === undefined ? whenPresent(share) : pageRefusals.suspended
}

async function describePage(shared: Share): Promise<SharedPage> {
  const tab = await chrome.tabs.get(shared.tabId).catch(() => undefined)
  const isActive = tab?.active === true
  const share = isActive ? await whenPresent(shared) : shared
  const tools = isActive ? await findSmallList(share) : undefined
  return {
    page: share.page,
    title: toDisplayText(share.title, titleMaxLength),
    origin: share.origins[0] ?? '',
    active: isActive,
    rev: share.rev,
    ...(tools ? { tools } : {}),
  }
}

async function findSmallList(share: Share): Promise<ToolSummary[] | undefined> {
  const listed = await listForAgent(share)
  if (!listed || listed.unlisted > 0) return undefined
  return JSON.stringify(listed.tools).length <= smallToolsBytes ? listed.tools : undefined
}

/** Of the tools that an agent may see as many as are listed, and how many more there are. */
async function listForAgent(share: Share): Promise<{ tools: ToolSummary[]; unlisted: number } | undefined> {
  const visible = await listVisibleTools(share)
  return (
    visible && {
      tools: visible.slice(0, listedToolsPerPage).map(toSummary),
      unlisted: Math.max(0, visible.length - listedToolsPerPage),
    }
  )
}

/** The tools of a page that an agent may see at all. Undefined where no document of the page answers. */
export async function listVisibleTools(share: Share): Promise<ToolEntry[] | undefined> {
  const modes = await readModes(share)
  return (await listPageTools(share))?.filter((entry) =>
    isListed(entry, modes.get(originOf(share, entry.name)) ?? defaultSiteMode),
  )
}

async function readModes({ origins, isIncognito }: Share): Promise<Map<string, SiteMode>> {
  const read = async (origin: string) => [origin, await readSiteMode(origin, isIncognito)] as const
  return new Map(await Promise.all(origins.map(read)))
}

const originOf = (share: Share, tool: string): string => {
  const number = Number(/^f(\d+)\./.exec(tool)?.[1] ?? 0)
  return share.frames.find((frame) => frame.number === number)?.origin ?? share.origins[0] ?? ''
}

const toSummary = ({ name, title, description, hints, params }: ToolSummary): ToolSummary => ({
  name,
  ...(title === undefined ? {} : { title: toDisplayText(title, titleMaxLength) }),
  description: toDisplayText(description, descriptionMaxLength),
  hints,
  ...(params === undefined ? {} : { params }),
})

async function describeTool(page: string, tool: string): Promise<AgentRequestOutput<'describe'>> {
  const share = await findActivePage(page)
  if ('status' in share) return share
  const found = await findTool(share, tool)
  if (found === 'unknown') return unknownTool(share, tool)
  if (typeof found === 'string') return pageRefusals[found]
  if (!isListed(found.entry, await readSiteMode(found.frame.origin, share.isIncognito))) return readOnlySite
  const address = { tabId: share.tabId, documentId: found.frame.documentId }
  const answer = await sendToDocument(address, 'tools.describe', { tool: found.entry.name })
  if (!answer.ok) return pageRefusals.unanswered
  if (!answer.value) return unknownTool(share, tool)
  const { inputSchema, outputSchema } = answer.value
  return {
    ...toSummary({ ...answer.value, name: tool }),
    inputSchema: shownSchema(inputSchema),
    ...(outputSchema === undefined ? {} : { outputSchema: shownSchema(outputSchema) }),
    rev: share.rev,
  }
}

const unknownTool = ({ rev }: Share, tool: string): Refusal =>
  refuse('unknown_tool', `No tool \`${tool}\` on this page. Call list_tools.`, { rev })
