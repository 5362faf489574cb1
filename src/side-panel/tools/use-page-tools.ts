import { useEffect, useState } from 'preact/hooks'
import type { ToolEntry } from '../../core/tool-manifest.ts'
import { send } from '../../protocol/send.ts'
import { incognitoModes, sites } from '../../store/settings.ts'
import { shares } from '../../store/shares.ts'

/** `silent`: the page is shared and gives no answer. null: it is not shared. */
export type PageTools = ToolEntry[] | 'silent' | null

const retryAfterMs = 1_500

/**
 * The tools that agents get of a tab, asked again with every change of the page or of what agents may do there.
 * Undefined until the first answer; a page that gives none is asked again and again.
 */
export function usePageTools(tabId: number | undefined): PageTools | undefined {
  const [tools, setTools] = useState<PageTools>()
  useEffect(() => {
    setTools(undefined)
    if (tabId === undefined) return undefined
    const lifetime = new AbortController()
    let latest = 0
    let asking: ReturnType<typeof setTimeout> | undefined
    const list = async (isRetry: boolean): Promise<void> => {
      const turn = (latest += 1)
      const askedAt = Date.now()
      const answer = await askFor(tabId)
      // Answers may come in another order than they were asked for.
      if (turn !== latest || lifetime.signal.aborted) return
      // A page that loads is not there at first, and says so at once.
      const isSure = answer !== 'silent' || isRetry || Date.now() - askedAt > retryAfterMs
      if (isSure) setTools(answer)
      if (answer === 'silent') listAfter(retryAfterMs, true)
    }
    const listAfter = (ms: number, isRetry: boolean): void => {
      clearTimeout(asking)
      asking = setTimeout(() => void list(isRetry), ms)
    }
    for (const item of [shares, sites, incognitoModes]) item.watch(() => listAfter(0, false), lifetime.signal)
    lifetime.signal.addEventListener('abort', () => clearTimeout(asking))
    return () => lifetime.abort()
  }, [tabId])
  return tools
}

async function askFor(tabId: number): Promise<PageTools> {
  try {
    const answer = await send('page.tools', { tabId })
    return answer && (answer.tools ?? 'silent')
  } catch {
    return 'silent'
  }
}
