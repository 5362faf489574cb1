import { knownToolsPerDocument } from '../core/limits.ts'
import type { ToolEntry } from '../core/tool-manifest.ts'
import { sendToDocument, type DocumentAddress } from '../protocol/send.ts'
import { shares, type Share, type SharedFrame } from '../store/shares.ts'
import { findSeenFrames } from './seen-frames.ts'

// A cache of what documents answer: a fresh worker asks them again. Entries go with their frames.
const byDocument = new Map<string, ToolEntry[]>()

export type FrameTool = { frame: SharedFrame; entry: ToolEntry }

/** `invisible`: in a frame of another site that does not show now. */
export type MissingTool = 'unknown' | 'unanswered' | 'invisible'

const goneToolsLimit = 200

/**
 * A page's tools as agents address them: those of frames below the top carry the prefix `f<number>.`. Undefined where
 * no document of the page answers.
 */
export async function listPageTools(share: Share): Promise<ToolEntry[] | undefined> {
  const frames = await findVisibleFrames(share)
  const perFrame = await Promise.all(frames.map((frame) => listFrameTools(share, frame)))
  const answered = perFrame.filter((tools) => tools !== undefined)
  if (answered.length === 0) return undefined
  return answered.flat().sort((a, b) => (a.name < b.name ? -1 : 1))
}

const listFrameTools = async (share: Share, frame: SharedFrame): Promise<ToolEntry[] | undefined> =>
  (await readTools({ tabId: share.tabId, documentId: frame.documentId }))?.map((entry) => ({
    ...entry,
    name: prefix(frame) + entry.name,
  }))

/** Frames of the top frame's own site, and those of others that the person can see. */
async function findVisibleFrames(share: Share): Promise<SharedFrame[]> {
  const isOwn = ({ origin }: SharedFrame): boolean => origin === share.origins[0]
  if (share.frames.every(isOwn)) return share.frames
  const seen = new Set((await findSeenFrames(share)).map(({ documentId }) => documentId))
  return share.frames.filter((frame) => isOwn(frame) || seen.has(frame.documentId))
}

export async function findTool(share: Share, tool: string): Promise<FrameTool | MissingTool> {
  const { frame, bareName } = findFrame(share, tool)
  if (!frame) return 'unanswered'
  if (frame.origin !== share.origins[0] && !(await findVisibleFrames(share)).includes(frame))
    return 'invisible'
  const entries = await readTools({ tabId: share.tabId, documentId: frame.documentId })
  if (!entries) return 'unanswered'
  const entry = entries.find(({ name }) => name === bareName)
  return entry ? { frame, entry } : 'unknown'
}

export const prefix = (frame: SharedFrame): string => (frame.number === 0 ? '' : `f${frame.number}.`)

function findFrame(share: Share, tool: string): { frame: SharedFrame | undefined; bareName: string } {
  const top = share.frames.find((frame) => frame.number === 0)
  const [, number, bareName] = /^f(\d+)\.(.+)$/.exec(tool) ?? []
  const framed = share.frames.find((frame) => frame.number === Number(number) && frame.number !== 0)
  return framed && bareName !== undefined ? { frame: framed, bareName } : { frame: top, bareName: tool }
}

async function readTools(address: DocumentAddress): Promise<ToolEntry[] | undefined> {
  return byDocument.get(address.documentId) ?? readToolsAgain(address)
}

/** Asks the document itself; undefined where it does not answer. */
export async function readToolsAgain(address: DocumentAddress): Promise<ToolEntry[] | undefined> {
  const answer = await sendToDocument(address, 'tools.list', {})
  if (!answer.ok) return undefined
  const tools = answer.value.tools.slice(0, knownToolsPerDocument)
  // It may have been left, or its share have ended, while it was asked.
  if (await isShared(address.documentId)) byDocument.set(address.documentId, tools)
  return tools
}

const isShared = async (documentId: string): Promise<boolean> =>
  Object.values(await shares.read()).some(({ frames }) =>
    frames.some((frame) => frame.documentId === documentId),
  )

/** A shared document's list is another one now: the page's rev goes up. What any other document says is not kept. */
export async function noteToolsChanged(documentId: string, told: ToolEntry[]): Promise<void> {
  if (!(await isShared(documentId))) return
  const tools = told.slice(0, knownToolsPerDocument)
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
