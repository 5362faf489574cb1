import { useState } from 'preact/hooks'
import type { ToolResult } from '../../core/result.ts'
import { useUi } from '../../ui/ui-context.tsx'
import { send } from '../load-rest.ts'

/** Undoes a call as the person. How it went shows in the history; `problem` is why it did not even begin. */
export function useUndo(): { problem: string | undefined; undo: (callId: string) => Promise<void> } {
  const { t } = useUi()
  const [problem, setProblem] = useState<string>()
  const undo = async (undoOf: string): Promise<void> => {
    const callId = crypto.randomUUID()
    const result = await send('call.undo', { callId, undoOf }).catch(() => 'lost' as const)
    setProblem(result === 'lost' ? t('panel_no_answer') : problemOf(result))
  }
  return { problem, undo }
}

const problemOf = (result: ToolResult | null): string | undefined => {
  if (result === null || result.status === 'ok') return undefined
  return 'message' in result ? result.message : result.status
}
