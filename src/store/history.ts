import type { CallRecord } from '../core/call.ts'
import type { CancelledBy, RefusalCode, ToolResult } from '../core/result.ts'
import type { Caller } from '../core/tool.ts'
import { openDatabase } from './database.ts'
import {
  putEntry,
  removeFromSegment,
  removeOrder,
  type HistoryStores,
  type StoredEntry,
} from './history-entries.ts'
import { decodeKind, decodeSegment, findUnsettled } from './history-segments.ts'

/** One call as the side panel shows it: redacted, without what a read returned. Times in epoch milliseconds. */
export type HistoryEntry = {
  callId: string
  startedAt: number
  caller: Caller
  agentId: string | null
  agentName: string | null
  origin: string
  topOrigin: string
  tool: string
  title?: string
  summary?: string
  state: 'held' | 'running' | 'settled'
  /** It is held in the middle of its run, by a question of the tool. */
  isWithinRun?: boolean
  /** The outcome, once settled. */
  status?: ToolResult['status']
  code?: RefusalCode
  by?: CancelledBy
  note?: string
  /** The refusal's or the error's message as the agent got it. */
  message?: string
  decidedBy?: 'person' | 'grant' | 'mode' | 'hints'
  record?: CallRecord
  undoOf?: string
  /** The call that undid this one. */
  undoneBy?: string
  documentId: string
  tabId: number
}

const channelName = 'history'

/** The background's alone. A call is written at each of its steps and keeps its place. */
export const writeHistory = (entry: HistoryEntry): Promise<void> => updateHistory(entry.callId, () => entry)

/** The background's alone. What `change` makes of a call's entry as it is now; `undefined` leaves it so. */
export async function updateHistory(
  callId: string,
  change: (earlier: HistoryEntry | undefined) => HistoryEntry | undefined,
): Promise<void> {
  let isWritten = false
  await changeHistory(async (stores) => {
    const next = change(await stores.entries.index('callId').get(callId))
    if (next) await putEntry(stores, next)
    isWritten = next !== undefined
  })
  if (isWritten) announce(callId)
}

/** Calls that were not settled when they were last written, oldest first. */
export async function findUnsettledHistory(): Promise<StoredEntry[]> {
  const database = await openDatabase()
  const found: StoredEntry[] = []
  // One after another: a long history is not to be in memory at once.
  for (const first of await database.getAllKeys('historySegments')) {
    const segment = await database.get('historySegments', first)
    for (const order of segment ? findUnsettled(segment) : []) {
      const entry = await database.get('history', order)
      if (entry) found.push(entry)
    }
  }
  return found
}

export const findHistory = async (callId: string): Promise<StoredEntry | undefined> =>
  (await openDatabase()).getFromIndex('history', 'callId', callId)

/** The background's alone. A site's entries are those of its documents and those framed in its pages. */
export async function removeHistory(
  which: { callId: string } | { origin: string } | { isEverything: true },
): Promise<void> {
  if ('callId' in which) await removeCall(which.callId)
  else if ('isEverything' in which) await removeAll()
  else await removeOrigin(which.origin)
  announceRemoval()
}

const removeCall = (callId: string): Promise<void> =>
  changeHistory(async (stores) => {
    const order = await stores.entries.index('callId').getKey(callId)
    if (order !== undefined) await removeOrder(stores, order)
  })

const removeAll = (): Promise<void> =>
  changeHistory(async (stores) => {
    await Promise.all([stores.entries.clear(), stores.segments.clear()])
  })

async function removeOrigin(origin: string): Promise<void> {
  const firsts = await (await openDatabase()).getAllKeys('historySegments')
  // One transaction for each segment, so that calls that run meanwhile are not kept waiting.
  for (const first of firsts) await changeHistory((stores) => removeOriginFrom(stores, first, origin))
}

async function removeOriginFrom(stores: HistoryStores, first: number, origin: string): Promise<void> {
  const stored = await stores.segments.get(first)
  if (!stored) return
  const segment = decodeSegment(stored)
  const sites = segment.kinds.map(decodeKind)
  await removeFromSegment(stores, segment, (index) => {
    const facets = sites[index]
    return facets?.site === origin || facets?.topSite === origin
  })
}

/** One step that changes the history, both of its stores or neither. */
export async function changeHistory(step: (stores: HistoryStores) => Promise<void>): Promise<void> {
  const transaction = (await openDatabase()).transaction(['history', 'historySegments'], 'readwrite')
  const stores = {
    entries: transaction.objectStore('history'),
    segments: transaction.objectStore('historySegments'),
  }
  const stepped = step(stores).catch((error: unknown) => {
    transaction.abort()
    throw error
  })
  await Promise.all([stepped, transaction.done])
}

/** The id of each entry that was written, `''` when entries were removed. */
export function watchHistory(listener: (callId: string) => void, signal: AbortSignal): void {
  const channel = new BroadcastChannel(channelName)
  channel.addEventListener('message', (event: MessageEvent<string>) => listener(event.data))
  signal.addEventListener('abort', () => channel.close())
}

// Opened at the first write and kept: opening one for each write costs more than the write.
let announcements: BroadcastChannel | undefined
const announce = (callId: string): void => {
  announcements ??= new BroadcastChannel(channelName)
  announcements.postMessage(callId)
}

/** Tells the panels that entries are gone. */
export const announceRemoval = (): void => announce('')
