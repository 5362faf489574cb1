import { useState } from 'preact/hooks'
import { send } from '../../protocol/send.ts'
import type { TabState } from '../../protocol/tab-state.ts'
import type { MessageKey } from '../../ui/translate.ts'
import { useUi } from '../../ui/ui-context.tsx'
import type { PageTools } from './use-page-tools.ts'

export const obstacles: Record<NonNullable<TabState['obstacle']>, MessageKey> = {
  browser_page: 'obstacle_browser_page',
  web_store: 'obstacle_web_store',
  pdf: 'obstacle_pdf',
  file: 'obstacle_file',
  no_access: 'obstacle_no_access',
  blocked: 'obstacle_blocked',
  gone: 'obstacle_gone',
}

/** Why there are no tools to be seen, and what to do about it. */
export function Unavailable({ tab, tools }: { tab: TabState; tools: PageTools }) {
  const { t } = useUi()
  const { headline, hint } = explain(tab, tools)
  return (
    <div class="nothing">
      <p>{t(headline)}</p>
      {hint && <p class="quiet">{t(hint)}</p>}
      <Remedy tab={tab} tools={tools} />
    </div>
  )
}

function explain(tab: TabState, tools: PageTools): { headline: MessageKey; hint?: MessageKey } {
  if (tab.obstacle === 'blocked') return { headline: obstacles.blocked, hint: 'panel_tools_blocked_hint' }
  if (tab.obstacle !== null && tab.obstacle !== 'no_access')
    return { headline: obstacles[tab.obstacle], hint: 'panel_tools_restricted_hint' }
  if (tab.isSuspended) return { headline: 'panel_tools_suspended', hint: 'panel_tools_suspended_hint' }
  if (!tab.isShared) return { headline: 'panel_tools_unshared', hint: 'panel_tools_unshared_hint' }
  if (tools === 'silent') return { headline: 'panel_tools_silent', hint: 'panel_tools_silent_hint' }
  return { headline: 'panel_tools_empty', hint: 'panel_tools_empty_hint' }
}

function Remedy({ tab, tools }: { tab: TabState; tools: PageTools }) {
  const { t } = useUi()
  const { tabId, obstacle, isShared } = tab
  if (obstacle === 'blocked') {
    const unblock = () => void send('site.block', { origin: tab.origin, isBlocked: false })
    return (
      <button type="button" onClick={unblock}>
        {t('unblock')}
      </button>
    )
  }
  if (obstacle !== null && obstacle !== 'no_access') return null
  if (!isShared) return <ShareButton tabId={tabId} />
  if (tools !== 'silent' && !tab.needsReload) return null
  return (
    <button type="button" onClick={() => void send('tab.reload', { tabId })}>
      {t(tools === 'silent' ? 'panel_reload_page' : 'reload_for_tools')}
    </button>
  )
}

export function ShareButton({ tabId }: { tabId: number }) {
  const { t } = useUi()
  const [problem, setProblem] = useState(false)
  const share = async (): Promise<void> => {
    const answer = await send('tab.share', { tabId, isShared: true }).catch(() => undefined)
    setProblem(answer?.isShared !== true)
  }
  return (
    <>
      <button type="button" class="primary" onClick={() => void share()}>
        {t('share_tab')}
      </button>
      {problem && (
        <p role="alert" class="problem">
          {t('share_failed')}
        </p>
      )}
    </>
  )
}
