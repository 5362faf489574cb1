import type { ComponentChildren } from 'preact'
import browser from 'webextension-polyfill'
import { send } from '../../protocol/send.ts'
import type { TabState } from '../../protocol/tab-state.ts'
import { Origin } from '../../ui/origin.tsx'
import { PageText } from '../../ui/page-text.tsx'
import { PairForm } from '../../ui/pair-form.tsx'
import { Rich } from '../../ui/rich.tsx'
import type { MessageKey } from '../../ui/translate.ts'
import { useUi } from '../../ui/ui-context.tsx'
import { timeText } from '../history/call-texts.ts'
import { obstacles, ShareButton } from '../tools/unavailable.tsx'
import { useTabState } from '../use-tab-state.ts'
import { canShare, chainOf, isWhole, linkNames, type LinkName, type LinkStatus } from './chain.ts'
import { useConnection, type Look } from './use-connection.ts'

const names: Record<LinkName, MessageKey> = {
  page: 'panel_link_page',
  content: 'panel_link_content',
  worker: 'panel_link_worker',
  companion: 'panel_link_companion',
  client: 'panel_link_client',
}
const statuses: Record<LinkStatus, MessageKey> = {
  checking: 'panel_link_checking',
  good: 'panel_link_good',
  bad: 'panel_link_bad',
  unknown: 'panel_link_unknown',
}

/** Every link between the page in front and the agent, as it is now. */
export function ConnectionView({ tabId, isShown }: { tabId: number | undefined; isShown: boolean }) {
  const { t, locale } = useUi()
  const tab = useTabState(tabId)
  const look = useConnection(tabId, isShown)
  const chain = chainOf(look)
  return (
    <div class="connection">
      <output class="verdict">
        {look && t(isWhole(chain) ? 'panel_chain_whole' : 'panel_chain_broken')}
      </output>
      <ol class="chain" aria-label={t('panel_chain')}>
        {linkNames.map((name) => (
          <li key={name} class={`chain-link is-${chain[name]}`} data-link={name} data-status={chain[name]}>
            <h3>
              {t(names[name])} <span class="visually-hidden">{t(statuses[chain[name]])}</span>
            </h3>
            {look && <LinkAbout name={name} status={chain[name]} look={look} tab={tab} />}
          </li>
        ))}
      </ol>
      {look && (
        <p class="quiet">
          {t(
            'panel_checked_at',
            new Date(look.checkedAt).toLocaleTimeString(locale, { timeStyle: 'medium' }),
          )}
        </p>
      )}
    </div>
  )
}

type AboutProps = { name: LinkName; status: LinkStatus; look: Look; tab: TabState | undefined }

/** What is known of a link, and for a broken one what to do. */
function LinkAbout({ name, status, look, tab }: AboutProps) {
  switch (name) {
    case 'page':
      return <AboutPage status={status} tab={tab} />
    case 'content':
      return <AboutContent status={status} tabId={look.tabId} />
    case 'worker':
      return <AboutWorker look={look} />
    case 'companion':
      return <AboutCompanion look={look} />
    default:
      return <AboutClient status={status} look={look} />
  }
}

function Fix({ text, children }: { text: string; children?: ComponentChildren }) {
  return (
    <>
      <p>{text}</p>
      {children !== undefined && <div class="fix">{children}</div>}
    </>
  )
}

function AboutPage({ status, tab }: { status: LinkStatus; tab: TabState | undefined }) {
  const { t } = useUi()
  if (!tab || status === 'unknown') return null
  if (status === 'good')
    return (
      <p>
        <Rich id="panel_page_shared_as" parts={[<Origin origin={tab.origin} />]} />
      </p>
    )
  if (!canShare(tab)) return <Fix text={t(tab.obstacle ? obstacles[tab.obstacle] : 'panel_page_private')} />
  return (
    <Fix text={t(tab.isSuspended ? 'panel_tools_suspended_hint' : 'panel_page_private')}>
      <ShareButton tabId={tab.tabId} />
    </Fix>
  )
}

function AboutContent({ status, tabId }: { status: LinkStatus; tabId: number }) {
  const { t } = useUi()
  if (status === 'good') return <p>{t('panel_content_alive')}</p>
  if (status === 'unknown') return <p>{t('panel_content_idle')}</p>
  return (
    <Fix text={t('panel_content_dead')}>
      <button type="button" onClick={() => void send('tab.reload', { tabId })}>
        {t('panel_reload_page')}
      </button>
    </Fix>
  )
}

function AboutWorker({ look }: { look: Look }) {
  const { t, locale } = useUi()
  if (look.links) return <p>{t('panel_worker_since', timeText(look.links.workerStartedAt, locale))}</p>
  return (
    <Fix text={t('panel_worker_dead')}>
      <button type="button" onClick={() => browser.runtime.reload()}>
        {t('panel_restart_extension')}
      </button>
    </Fix>
  )
}

function AboutCompanion({ look: { links } }: { look: Look }) {
  const { t } = useUi()
  if (!links) return null
  if (links.companion) {
    const { port, version } = links.companion
    return <p>{version === '' ? t('panel_companion_port', port) : t('panel_companion_at', port, version)}</p>
  }
  return (
    <Fix text={t('panel_companion_none')}>
      <button type="button" onClick={() => void send('link.connect', {})}>
        {t('panel_look_again')}
      </button>
      <HowToConnect />
    </Fix>
  )
}

function AboutClient({ status, look: { links } }: { status: LinkStatus; look: Look }) {
  const { t } = useUi()
  if (status === 'unknown' || !links) return <p>{t('panel_clients_wait')}</p>
  if (status === 'bad')
    return (
      <Fix text={t('panel_clients_none')}>
        <PairForm />
        <HowToConnect />
      </Fix>
    )
  return (
    <ul class="clients">
      {links.clients.map(({ agentId, name }, at) => (
        <li key={`${agentId} ${at}`}>
          <PageText text={name} />
        </li>
      ))}
    </ul>
  )
}

const openWelcome = () => void browser.tabs.create({ url: browser.runtime.getURL('src/welcome/index.html') })

function HowToConnect() {
  const { t } = useUi()
  return (
    <button type="button" class="link" onClick={openWelcome}>
      {t('panel_how_to_connect')}
    </button>
  )
}
