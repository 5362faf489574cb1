import { AgentName, type ShownAgent } from './agent-name.tsx'
import { Countdown } from './countdown.tsx'
import { Origin } from './origin.tsx'
import { Rich } from './rich.tsx'
import { useUi } from './ui-context.tsx'

/** Who asks, where, and until when. */
export function CardHead({ agent, expiresAt }: { agent: ShownAgent | null; expiresAt: number }) {
  return (
    <div class="card-head">
      <AgentName agent={agent} />
      <Countdown at={expiresAt} />
    </div>
  )
}

type Site = { origin: string; topOrigin: string; tabId: number; isIncognito?: boolean | undefined }

/** The site by the browser's word; a framed one with the page around it. */
export function CardSite({ origin, topOrigin, tabId, isIncognito }: Site) {
  const { t, showPage } = useUi()
  return (
    <div class="card-site">
      <span>
        {origin === topOrigin ? (
          <Origin origin={origin} />
        ) : (
          <Rich
            id="framed_in"
            parts={[<Origin key="inner" origin={origin} />, <Origin key="outer" origin={topOrigin} />]}
          />
        )}
        {isIncognito && <span class="chip">{t('incognito')}</span>}
      </span>
      <button type="button" class="link" onClick={() => showPage(tabId)}>
        {t('show_page')}
      </button>
    </div>
  )
}
