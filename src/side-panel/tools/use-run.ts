import { useEffect, useState } from 'preact/hooks'
import type { ToolResult } from '../../core/result.ts'
import { send } from '../../protocol/send.ts'
import { watchHistory } from '../../store/history.ts'
import { openCalls } from '../../store/pending-confirmations.ts'
import type { PickedFiles } from '../../ui/file-picker.tsx'
import { supplyFiles } from './supply-files.ts'

export type Run = { callId: string; result: ToolResult | undefined | 'lost' }

/**
 * Calls a tool as the person, and follows the call until its outcome is there. `onSupply` hears of a call that waits for
 * nothing but the files picked with it, and of `undefined` when there is none.
 */
export function useRun(tabId: number, tool: string, onSupply: (callId: string | undefined) => void) {
  const [run, setRun] = useState<Run>()
  const [files, setFiles] = useState<PickedFiles>({})
  const callId = run?.callId
  const isOpen = run !== undefined && run.result === undefined
  const settle = (id: string, result: Run['result']): void =>
    setRun((current) => (current?.callId === id ? { callId: id, result } : current))

  useEffect(() => {
    if (!isOpen || callId === undefined) return undefined
    const lifetime = new AbortController()
    const look = async (): Promise<void> => {
      const result = await send('call.outcome', { callId }).catch(() => null)
      if (result && result.status !== 'needs_confirmation' && !lifetime.signal.aborted) settle(callId, result)
    }
    watchHistory((changed) => changed === callId && void look(), lifetime.signal)
    // A call in a private window leaves no history; that it is not open any more says the same.
    openCalls.watch(() => void look(), lifetime.signal)
    return () => lifetime.abort()
  }, [callId, isOpen])

  useEffect(() => {
    if (!isOpen || callId === undefined || Object.keys(files).length === 0) return undefined
    const lifetime = new AbortController()
    onSupply(callId)
    void supplyFiles(callId, files, lifetime.signal)
      .catch(() => false)
      .then((isTaken) => !isTaken && onSupply(undefined))
    return () => lifetime.abort()
  }, [callId, isOpen, files, onSupply])

  const start = async (input: unknown, picked: PickedFiles): Promise<void> => {
    const id = crypto.randomUUID()
    setFiles(picked)
    setRun({ callId: id, result: undefined })
    const result = await send('call.run', { callId: id, tabId, tool, input }).catch(() => 'lost' as const)
    if (result !== null) settle(id, result)
  }
  return { run, start, forget: () => setRun(undefined) }
}
