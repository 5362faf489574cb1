import { toDisplayText } from '../core/display-text.ts'
import { descriptionMaxLength, titleMaxLength } from '../core/limits.ts'
import { defaultSiteMode, isListed } from '../core/policy.ts'
import type { ToolEntry, ToolSummary } from '../core/tool-manifest.ts'
import type { AgentRequestOutput, SharedPage } from '../protocol/agent-link.ts'
import { sendToDocument } from '../protocol/send.ts'
import { findUnfetchedOutcomes } from '../store/outcomes.ts'
import { readSiteMode } from '../store/settings.ts'
import { shares, type Share } from '../store/shares.ts'
import type { AgentRequestHandlers } from './link/agent-session.ts'
import { findTool, listPageTools } from './known-tools.ts'
import { findPage } from './sharing.ts'

/** The tool summaries of the page in front go along with the list of pages when they are at most this large. */
const smallToolsBytes = 4 * 1024

const pageUnavailable = {
  status: 'refused',
  code: 'page_unavailable',
  message: 'No such shared page. Call list_pages.',
} as const

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
    if (!share) return pageUnavailable
    const { tools, unlisted } = await listForAgent(share)
    return { page, rev: share.rev, tools, ...(unlisted > 0 ? { omitted: unlisted } : {}) }
  },
  describe: ({ page, tool }) => describeTool(page, tool),
}

const findActivePage = async (page: string): Promise<Share | undefined> => {
  const share = await findPage(page)
  return share?.suspendedAt === undefined ? share : undefined
}

async function describePage(share: Share): Promise<SharedPage> {
  const tab = await chrome.tabs.get(share.tabId).catch(() => undefined)
  const isActive = tab?.active === true
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
  const { tools, unlisted } = await listForAgent(share)
  return unlisted === 0 && JSON.stringify(tools).length <= smallToolsBytes ? tools : undefined
}

async function listForAgent(share: Share): Promise<{ tools: ToolSummary[]; unlisted: number }> {
  const { tools, unlisted } = await listPageTools(share)
  const modes = new Map(
    await Promise.all(share.origins.map(async (origin) => [origin, await readSiteMode(origin)] as const)),
  )
  const modeOf = (entry: ToolEntry) => modes.get(originOf(share, entry.name)) ?? defaultSiteMode
  return { tools: tools.filter((entry) => isListed(entry, modeOf(entry))).map(toSummary), unlisted }
}

const originOf = (share: Share, tool: string): string => {
  const number = Number(/^f(\d+)\./.exec(tool)?.[1] ?? 0)
  return share.frames.find((frame) => frame.number === number)?.origin ?? share.origins[0] ?? ''
}

const toSummary = ({ name, title, description, hints, params }: ToolEntry): ToolSummary => ({
  name,
  ...(title === undefined ? {} : { title: toDisplayText(title, titleMaxLength) }),
  description: toDisplayText(description, descriptionMaxLength),
  hints,
  ...(params === undefined ? {} : { params }),
})

async function describeTool(page: string, tool: string): Promise<AgentRequestOutput<'describe'>> {
  const share = await findActivePage(page)
  if (!share) return pageUnavailable
  const found = await findTool(share, tool)
  const address = found && { tabId: share.tabId, documentId: found.frame.documentId }
  const answer = address && (await sendToDocument(address, 'tools.describe', { tool: found.entry.name }))
  if (!answer?.ok || !answer.value) {
    return {
      status: 'refused',
      code: 'unknown_tool',
      message: `No tool \`${tool}\` on this page.`,
      rev: share.rev,
    }
  }
  return { ...answer.value, name: tool, rev: share.rev }
}
