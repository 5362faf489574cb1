import type { ComponentChildren } from 'preact'
import { useId } from 'preact/hooks'
import { PairForm } from '../ui/pair-form.tsx'
import type { MessageKey } from '../ui/translate.ts'
import { useUi } from '../ui/ui-context.tsx'
import { Chain } from './chain.tsx'
import { ConnectClient } from './connect-client.tsx'

/** Opens once after installation: what this does, and the way to the first connected agent. */
export function Welcome() {
  const { t } = useUi()
  document.title = t('welcome_title')
  return (
    <main>
      <header>
        <img src="/icons/icon-128.png" alt="" width={56} height={56} />
        <div>
          <h1>{t('welcome_title')}</h1>
          <p class="lead">{t('extension_description')}</p>
        </div>
      </header>
      <ul class="points">
        <li>{t('welcome_private')}</li>
        <li>{t('welcome_decide')}</li>
        <li>{t('welcome_undo')}</li>
      </ul>
      <Step number={1} title="welcome_connect">
        <ConnectClient />
      </Step>
      <Step number={2} title="welcome_pair">
        <p>{t('welcome_pair_how')}</p>
        <PairForm />
      </Step>
      <Step number={3} title="welcome_share">
        <p>{t('welcome_share_how')}</p>
      </Step>
      <Chain />
    </main>
  )
}

function Step({
  number,
  title,
  children,
}: {
  number: number
  title: MessageKey
  children: ComponentChildren
}) {
  const { t, locale } = useUi()
  const id = useId()
  return (
    <section class="step" aria-labelledby={id}>
      <span class="number" aria-hidden="true">
        {new Intl.NumberFormat(locale).format(number)}
      </span>
      <div>
        <h2 id={id}>{t(title)}</h2>
        {children}
      </div>
    </section>
  )
}
