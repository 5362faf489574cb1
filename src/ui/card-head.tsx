import { AgentName, type ShownAgent } from './agent-name.tsx'
import { Countdown } from './countdown.tsx'
import { Origin } from './origin.tsx'
import { Rich } from './rich.tsx'
import { useUi } from './ui-context.tsx'

type Site = { origin: string; topOrigin: string; isIncognito?: boolean | undefined }
type Props = { agent: ShownAgent | null; site?: Site; expiresAt: number }

/** Who asks, where, and until when. */
export function CardHead({ agent, site, expiresAt }: Props) {
  return (
    <div class="card-head">
      <span class="card-from">
        <AgentName agent={agent} />
        {site && <CardSite {...site} />}
      </span>
      <Countdown at={expiresAt} />
    </div>
  )
}

/** The site by the browser's word; a framed one with the page around it. */
function CardSite({ origin, topOrigin, isIncognito }: Site) {
  const { t } = useUi()
  return (
    <span class="card-site">
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
  )
}
