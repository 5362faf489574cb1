import { listedToolsPerPage } from '../core/limits.ts'
import type { ToolEntry } from '../core/tool-manifest.ts'
import { sendToDocument, type DocumentAddress } from '../protocol/send.ts'
import { shares, type Share, type SharedFrame } from '../store/shares.ts'

// A cache of what documents answer: a fresh worker asks them again. Entries go with their frames.
const byDocument = new Map<string, ToolEntry[]>()

export type FrameTool = { frame: SharedFrame; entry: ToolEntry }

const goneToolsLimit = 200

/** A page's tools as agents address them: those of frames below the top carry the prefix `f<number>.`. */
export async function listPageTools(share: Share): Promise<{ tools: ToolEntry[]; unlisted: number }> {
  const perFrame = await Promise.all(share.frames.map((frame) => listFrameTools(share, frame)))
  const all = perFrame.flat().sort((a, b) => (a.name < b.name ? -1 : 1))
  return { tools: all.slice(0, listedToolsPerPage), unlisted: Math.max(0, all.length - listedToolsPerPage) }
}

const listFrameTools = async (share: Share, frame: SharedFrame): Promise<ToolEntry[]> =>
  (await readTools({ tabId: share.tabId, documentId: frame.documentId })).map((entry) => ({
    ...entry,
    name: prefix(frame) + entry.name,
  }))

export async function findTool(share: Share, tool: string): Promise<FrameTool | undefined> {
  const { frame, bareName } = findFrame(share, tool)
  if (!frame) return undefined
  const entries = await readTools({ tabId: share.tabId, documentId: frame.documentId })
  const entry = entries.find(({ name }) => name === bareName)
  return entry && { frame, entry }
}

export const prefix = (frame: SharedFrame): string => (frame.number === 0 ? '' : `f${frame.number}.`)

function findFrame(share: Share, tool: string): { frame: SharedFrame | undefined; bareName: string } {
  const top = share.frames.find((frame) => frame.number === 0)
  const [, number, bareName] = /^f(\d+)\.(.+)$/.exec(tool) ?? []
  const framed = share.frames.find((frame) => frame.number === Number(number) && frame.number !== 0)
  return framed && bareName !== undefined ? { frame: framed, bareName } : { frame: top, bareName: tool }
}

async function readTools(address: DocumentAddress): Promise<ToolEntry[]> {
  const known = byDocument.get(address.documentId)
  return known ?? readToolsAgain(address)
}

/** Asks the document itself. */
export async function readToolsAgain(address: DocumentAddress): Promise<ToolEntry[]> {
  const answer = await sendToDocument(address, 'tools.list', {})
  if (!answer.ok) return []
  byDocument.set(address.documentId, answer.value.tools)
  return answer.value.tools
}

/** A document's list is another one now: the page's rev goes up. */
export async function noteToolsChanged(documentId: string, tools: ToolEntry[]): Promise<void> {
  const before = byDocument.get(documentId) ?? []
  byDocument.set(documentId, tools)
  const names = new Set(tools.map(({ name }) => name))
  const gone = before.map(({ name }) => name).filter((name) => !names.has(name))
  await updateShareOf(documentId, (share, frame) => ({
    ...share,
    rev: share.rev + 1,
    goneTools: [...gone.map((name) => prefix(frame) + name), ...share.goneTools].slice(0, goneToolsLimit),
  }))
}

const updateShareOf = (
  documentId: string,
  change: (share: Share, frame: SharedFrame) => Share,
): Promise<unknown> =>
  shares.update((all) => {
    for (const share of Object.values(all)) {
      const frame = share.frames.find((candidate) => candidate.documentId === documentId)
      if (frame) return { ...all, [share.page]: change(share, frame) }
    }
    return all
  })

/** Frames left a page, with their tools. */
export const forgetTools = (documentIds: readonly string[]): string[] =>
  documentIds.flatMap((documentId) => {
    const names = (byDocument.get(documentId) ?? []).map(({ name }) => name)
    byDocument.delete(documentId)
    return names
  })
