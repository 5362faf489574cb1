import { useEffect, useState } from 'preact/hooks'
import type { Output } from '../../protocol/contract.ts'
import { send } from '../../protocol/send.ts'
import { linkState } from '../../store/agents.ts'
import { shares } from '../../store/shares.ts'

/** What a look at the chain found at one moment. `links` is null where not even the worker answered. */
export type Look = { checkedAt: number; tabId: number; links: Output<'connection.check'> | null }

const intervalMs = 2_000
const overdueMs = 1_500
const patienceMs = 6_000

/**
 * Looks at every link while it is shown, every two seconds and at once when something is known to have changed. There
 * is no answer from before: undefined until the first look is back.
 */
export function useConnection(tabId: number | undefined, isShown: boolean): Look | undefined {
  const [look, setLook] = useState<Look>()
  useEffect(() => {
    setLook(undefined)
    if (tabId === undefined || !isShown) return undefined
    const lifetime = new AbortController()
    const { signal } = lifetime
    let isLooking = false
    const check = async (): Promise<void> => {
      if (isLooking || document.hidden) return
      isLooking = true
      // What was found before says nothing once an answer is overdue.
      const overdue = setTimeout(() => setLook(undefined), overdueMs)
      const answer = send('connection.check', { tabId }).catch(() => null)
      const links = await Promise.race([answer, expire(patienceMs)])
      clearTimeout(overdue)
      isLooking = false
      if (!signal.aborted) setLook({ checkedAt: Date.now(), tabId, links })
    }
    const checkAgain = (): void => void check()
    const timer = setInterval(checkAgain, intervalMs)
    signal.addEventListener('abort', () => clearInterval(timer))
    const onVisibility = (): void => (document.hidden ? setLook(undefined) : checkAgain())
    document.addEventListener('visibilitychange', onVisibility, { signal })
    shares.watch(checkAgain, signal)
    linkState.watch(checkAgain, signal)
    return () => lifetime.abort()
  }, [tabId, isShown])
  return look
}

const expire = async (ms: number): Promise<null> => {
  await new Promise((resolve) => setTimeout(resolve, ms))
  return null
}
