import type { HistoryEntry } from '../../store/history.ts'
import type { MessageKey } from '../../ui/translate.ts'

/** Why a call cannot be undone, or undefined where it can. `isKept`: its document still holds what it replaced. */
export function undoObstacle(entry: HistoryEntry, isKept: boolean): MessageKey | undefined {
  if (entry.state !== 'settled') return 'panel_undo_open'
  if (entry.undoneBy !== undefined) return 'panel_undo_done'
  if (entry.undoOf !== undefined) return 'panel_undo_of_undo'
  if (entry.status !== 'ok') return 'panel_undo_nothing'
  if (entry.record?.canUndo !== true) return 'panel_undo_unable'
  return isKept ? undefined : 'panel_undo_left'
}
