import type { CallRecord } from '../core/call.ts'
import type { CancelledBy, RefusalCode, ToolResult } from '../core/result.ts'
import type { Caller } from '../core/tool.ts'
import { openDatabase } from './database.ts'

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

/** The background's alone. */
export async function writeHistory(entry: HistoryEntry): Promise<void> {
  await (await openDatabase()).put('history', entry)
  announce(entry.callId)
}

export const findHistory = async (callId: string): Promise<HistoryEntry | undefined> =>
  (await openDatabase()).get('history', callId)

/** The background's alone. */
export async function removeHistory(
  which: { callId: string } | { origin: string } | { isEverything: true },
): Promise<void> {
  const database = await openDatabase()
  if ('callId' in which) await database.delete('history', which.callId)
  else if ('isEverything' in which) await database.clear('history')
  else await removeOrigin(which.origin)
  announce('')
}

async function removeOrigin(origin: string): Promise<void> {
  const transaction = (await openDatabase()).transaction('history', 'readwrite')
  for await (const cursor of transaction.store) if (cursor.value.origin === origin) await cursor.delete()
  await transaction.done
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
