import { useEffect, useId, useState } from 'preact/hooks'
import { CardHead } from './card-head.tsx'
import { Origin } from './origin.tsx'
import { PageLines, PageText } from './page-text.tsx'
import type { AccessRequest } from './pending-call.ts'
import { DecisionActions } from './decision-actions.tsx'
import type { AccessDecision } from './send.ts'
import { Rich } from './rich.tsx'
import { useUi, type ShownTab } from './ui-context.tsx'
import { useGuard } from './use-guard.ts'

type Props = {
  request: AccessRequest
  isPaused: boolean
  onDecided: (kind: 'approve' | 'reject') => void
}

/** An agent's request for a page: an address that opens in a tab of its own, or a site of which the person picks a tab. */
export function AccessCard({ request, isPaused, onDecided }: Props) {
  const { t, send } = useUi()
  const headingId = useId()
  const [tabId, setTabId] = useState<number>()
  const [isLate, setLate] = useState(false)
  const { requestId, url, origin, agent } = request
  const settle = async (decision: Pick<AccessDecision, 'kind' | 'tabId' | 'note'>): Promise<void> => {
    const { isTaken } = await send('access.settle', { requestId, ...decision })
    setLate(!isTaken)
    if (isTaken) onDecided(decision.kind)
  }
  const approval = { kind: 'approve', ...(tabId === undefined ? {} : { tabId }) } as const
  const isReady = url !== undefined || tabId !== undefined
  const approve = useGuard(`${requestId} ${tabId ?? ''}`, () => void settle(approval), isReady && !isPaused)
  return (
    <li class="card" aria-labelledby={headingId}>
      <CardHead agent={agent} expiresAt={request.expiresAt} />
      <h3 id={headingId} class="card-title">
        <Rich
          id={url === undefined ? 'access_origin' : 'access_url'}
          parts={[<PageText key="agent" text={agent.name} />, <Origin key="origin" origin={origin} />]}
        />
      </h3>
      {url !== undefined && (
        <p>
          <bdi dir="ltr" class="address">
            {url}
          </bdi>
        </p>
      )}
      <p class="quiet">{t('agent_says')}</p>
      <PageLines text={request.reason} />
      {url === undefined && <TabPicker origin={origin} tabId={tabId} onPick={setTabId} />}
      {isLate && (
        <p role="alert" class="problem">
          {t('refused_expired')}
        </p>
      )}
      <DecisionActions
        approve={approve}
        isPaused={isPaused}
        onReject={(note) => void settle({ kind: 'reject', ...note })}
      />
    </li>
  )
}

type PickerProps = { origin: string; tabId: number | undefined; onPick: (tabId: number) => void }

function TabPicker({ origin, tabId, onPick }: PickerProps) {
  const { t } = useUi()
  const tabs = useTabs(origin)
  const name = useId()
  if (!tabs) return null
  if (tabs.length === 0) return <p class="notice">{t('access_no_tab')}</p>
  return (
    <fieldset class="tabs">
      <legend>{t('access_pick_tab')}</legend>
      {tabs.map((tab) => (
        <label key={tab.tabId} class="check">
          <input type="radio" name={name} checked={tab.tabId === tabId} onChange={() => onPick(tab.tabId)} />
          <span>
            <PageText text={tab.title} />{' '}
            <span class="quiet">
              <bdi dir="ltr">{tab.url}</bdi>
            </span>
          </span>
        </label>
      ))}
    </fieldset>
  )
}

/** Looked up anew when the person comes back from opening one. */
function useTabs(origin: string): ShownTab[] | undefined {
  const { findTabs } = useUi()
  const [tabs, setTabs] = useState<ShownTab[]>()
  useEffect(() => {
    const lifetime = new AbortController()
    const look = (): void =>
      void findTabs(origin).then((found) => {
        if (!lifetime.signal.aborted) setTabs(found)
      })
    look()
    addEventListener('focus', look, { signal: lifetime.signal })
    return () => lifetime.abort()
  }, [findTabs, origin])
  return tabs
}
