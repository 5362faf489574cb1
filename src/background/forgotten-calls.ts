import { cancelled, errorResult, type ToolResult } from '../core/result.ts'
import { findUnsettledHistory, updateHistory, type HistoryEntry } from '../store/history.ts'
import { findOutcome, personId, writeOutcome } from '../store/outcomes.ts'
import { openCalls } from '../store/pending-confirmations.ts'
import { isHistorySettled } from '../store/settled-history.ts'
import { settledFacts } from './call-history.ts'

/**
 * Calls that were open when the browser closed or the extension was reloaded: no page holds them any more, and no event
 * will settle them. Once in each session of the browser, before any call is started in it.
 */
export async function settleForgottenCalls(): Promise<void> {
  if (await isHistorySettled.read()) return
  const alive = await openCalls.readAll()
  for (const entry of await findUnsettledHistory()) {
    if (!alive.has(entry.callId)) await settleForgotten(entry)
  }
  await isHistorySettled.update(() => true)
}

async function settleForgotten(entry: HistoryEntry): Promise<void> {
  const result = forgottenResult(entry)
  await writeForgottenOutcome(entry, result)
  await updateHistory(entry.callId, (current) => current && { ...current, ...settledFacts(result) })
}

const forgottenResult = ({ state, isWithinRun }: HistoryEntry): ToolResult =>
  state === 'held' && !isWithinRun
    ? cancelled('signal')
    : errorResult(
        'The browser or the extension was restarted before the result arrived; the outcome is unknown',
      )

/** For an agent that outlived the extension and still asks. */
async function writeForgottenOutcome(
  { callId, agentId, tool }: HistoryEntry,
  result: ToolResult,
): Promise<void> {
  const owner = agentId ?? personId
  if (await findOutcome(owner, callId)) return
  const facts = { page: '', isUntrusted: false, isFetched: false, settledAt: Date.now() }
  await writeOutcome({ callId, agentId: owner, tool, result, ...facts })
}
