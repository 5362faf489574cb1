import { undoEntriesPerPage } from './limits.ts'
import type { FieldChange, ToolResult } from './result.ts'
import type { RegisteredTool } from './registered-tool.ts'

/** What is needed to take one settled call back, once, while its document lives. */
export type UndoEntry = {
  callId: string
  /** Only the agent that made the call may undo it, or the person. */
  owner: string
  tool: RegisteredTool
  /** What the call changed, redacted. */
  changes: readonly FieldChange[]
  /** A person had to approve the call. */
  wasHeld: boolean
  restore: () => ToolResult | Promise<ToolResult>
}

export type UndoStore = {
  add(entry: UndoEntry): void
  /** Another call id that shares the outcome. */
  addAlias(callId: string, sharedWith: string): void
  find(callId: string, by: { owner: string; isPerson: boolean }): UndoEntry | undefined
  /** The entry, which is gone from then on. */
  take(callId: string): UndoEntry | undefined
  has(callId: string): boolean
}

export function createUndoStore(maxEntries = undoEntriesPerPage): UndoStore {
  const entries = new Map<string, UndoEntry>()
  const aliases = new Map<string, string>()
  const keyOf = (callId: string): string => aliases.get(callId) ?? callId

  const drop = (callId: string): void => {
    entries.delete(callId)
    for (const [alias, target] of aliases) if (target === callId) aliases.delete(alias)
  }

  return {
    add(entry) {
      entries.set(entry.callId, entry)
      const [oldest] = entries.keys()
      if (entries.size > maxEntries && oldest !== undefined) drop(oldest)
    },
    addAlias(callId, sharedWith) {
      if (entries.has(sharedWith)) aliases.set(callId, sharedWith)
    },
    find(callId, { owner, isPerson }) {
      const entry = entries.get(keyOf(callId))
      return entry && (isPerson || owner === entry.owner) ? entry : undefined
    },
    take(callId) {
      const entry = entries.get(keyOf(callId))
      if (entry) drop(entry.callId)
      return entry
    },
    has: (callId) => entries.has(keyOf(callId)),
  }
}
