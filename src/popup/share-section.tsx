import { useState } from 'preact/hooks'
import { send } from '../protocol/send.ts'
import type { SiteMode } from '../core/policy.ts'
import type { TabState } from '../protocol/tab-state.ts'
import { Origin } from '../ui/origin.tsx'
import { PageText } from '../ui/page-text.tsx'
import type { MessageKey } from '../ui/translate.ts'
import { useUi } from '../ui/ui-context.tsx'
import { FrameList } from './frame-list.tsx'
import { SiteModeSelect } from '../ui/site-mode-select.tsx'

const obstacles: Record<NonNullable<TabState['obstacle']>, MessageKey> = {
  browser_page: 'obstacle_browser_page',
  web_store: 'obstacle_web_store',
  pdf: 'obstacle_pdf',
  file: 'obstacle_file',
  no_access: 'obstacle_no_access',
  blocked: 'obstacle_blocked',
  gone: 'obstacle_gone',
}

/** The tab in front: whether agents may see it, and what they may do there. */
export function ShareSection({ tab }: { tab: TabState }) {
  const { t } = useUi()
  const setMode = (mode: SiteMode): void =>
    void send('site.setMode', { origin: tab.origin, mode, tabId: tab.tabId })
  return (
    <section class="share" aria-label={t('this_tab')}>
      <div class="row">
        <div class="site-name">
          {tab.origin === '' ? <PageText text={tab.title} /> : <Origin origin={tab.origin} />}
          <span class="quiet">{t(stateOf(tab))}</span>
        </div>
        <ShareButton tab={tab} />
      </div>
      {tab.obstacle === 'blocked' && <Unblock origin={tab.origin} />}
      {tab.obstacle === null && (
        <>
          <div class="row">
            {(tab.isAlways || !tab.isIncognito) && <AlwaysShare tab={tab} />}
            <SiteModeSelect mode={tab.mode} onChange={setMode} />
          </div>
          {tab.isShared && tab.needsReload && <Reload tabId={tab.tabId} />}
          <FrameList tab={tab} />
        </>
      )}
    </section>
  )
}

/** Not offered in incognito tabs, of which nothing is kept. */
function AlwaysShare({ tab: { tabId, origin, isAlways } }: { tab: TabState }) {
  const { t } = useUi()
  return (
    <label class="check">
      <input
        type="checkbox"
        checked={isAlways}
        onChange={({ currentTarget }) =>
          void send('site.share', { origin, tabId, isAlways: currentTarget.checked })
        }
      />
      {t('always_share')}
    </label>
  )
}

function stateOf(tab: TabState): MessageKey {
  if (tab.obstacle) return obstacles[tab.obstacle]
  if (tab.isSuspended) return 'state_suspended'
  return tab.isShared ? 'state_shared' : 'state_private'
}

function ShareButton({ tab }: { tab: TabState }) {
  const { t } = useUi()
  const [problem, setProblem] = useState(false)
  const isOn = tab.isShared || tab.isSuspended
  if (tab.obstacle !== null && tab.obstacle !== 'no_access' && !isOn) return null
  const share = async (): Promise<void> => {
    const { isShared } = await send('tab.share', { tabId: tab.tabId, isShared: !isOn })
    setProblem(isShared === isOn)
  }
  return (
    <>
      <button type="button" class={isOn ? '' : 'primary'} onClick={() => void share()}>
        {t(isOn ? 'stop_sharing' : 'share_tab')}
      </button>
      {problem && (
        <p role="alert" class="problem">
          {t('share_failed')}
        </p>
      )}
    </>
  )
}

function Unblock({ origin }: { origin: string }) {
  const { t } = useUi()
  return (
    <button type="button" onClick={() => void send('site.block', { origin, isBlocked: false })}>
      {t('unblock')}
    </button>
  )
}

function Reload({ tabId }: { tabId: number }) {
  const { t } = useUi()
  return (
    <button type="button" class="wide" onClick={() => void send('tab.reload', { tabId })}>
      {t('reload_for_tools')}
    </button>
  )
}
