import type { Settings } from '../protocol/settings-schema.ts'
import { openDatabase } from './database.ts'
import { firstOrderOf, removeFromSegment, type HistoryStores } from './history-entries.ts'
import { decodeSegment } from './history-segments.ts'
import { announceRemoval, changeHistory } from './history.ts'

const dayMs = 86_400_000

/**
 * Removes what is older than the days, and the oldest of what is more than the count. Returns how many went. The
 * background's alone; safe to be stopped at any point, since it removes oldest first in steps of their own.
 */
export async function enforceRetention(
  nowMs: number,
  settings: Pick<Settings, 'retentionDays' | 'retentionCount'>,
): Promise<number> {
  const cutoff = firstOrderOf(nowMs - settings.retentionDays * dayMs)
  let removed = 0
  for (;;) {
    const step = await removeFromOldest(cutoff, settings.retentionCount)
    removed += step
    if (step === 0) break
  }
  if (removed > 0) announceRemoval()
  return removed
}

/** One step: what has to go of the oldest segment. */
async function removeFromOldest(cutoff: number, maxCount: number): Promise<number> {
  const excess = (await (await openDatabase()).count('history')) - maxCount
  let removed = 0
  await changeHistory(async (stores) => {
    removed = await trimOldest(stores, cutoff, excess)
  })
  return removed
}

async function trimOldest(stores: HistoryStores, cutoff: number, excess: number): Promise<number> {
  const oldest = await stores.segments.openCursor()
  if (!oldest) return 0
  const segment = decodeSegment(oldest.value)
  return removeFromSegment(
    stores,
    segment,
    (index) => index < excess || (segment.orders[index] ?? Infinity) < cutoff,
  )
}
