import { useEffect, useState } from 'preact/hooks'
import { send } from '../../protocol/send.ts'
import type { Output } from '../../protocol/contract.ts'
import { shares } from '../../store/shares.ts'

/** `silent`: the page is shared and gives no answer. null: it is not shared. */
export type PageTools = Output<'page.tools'> | 'silent'

/** The tools that agents get of a tab, asked again with every change of the page. Undefined until the first answer. */
export function usePageTools(tabId: number | undefined): PageTools | undefined {
  const [tools, setTools] = useState<PageTools>()
  useEffect(() => {
    setTools(undefined)
    if (tabId === undefined) return undefined
    const lifetime = new AbortController()
    let latest = 0
    const list = async (): Promise<void> => {
      const turn = (latest += 1)
      const answer = await send('page.tools', { tabId }).catch(() => 'silent' as const)
      // Answers may come in another order than they were asked for.
      if (turn === latest && !lifetime.signal.aborted) setTools(answer)
    }
    shares.watch(() => void list(), lifetime.signal)
    return () => lifetime.abort()
  }, [tabId])
  return tools
}
