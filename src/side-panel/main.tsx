import { render } from 'preact'
import browser from 'webextension-polyfill'
import { send } from '../protocol/send.ts'
import { createTranslate } from '../ui/translate.ts'
import { UiContext, type Ui } from '../ui/ui-context.tsx'
import { Panel } from './panel.tsx'
import { findTabs, showPage } from './tabs.ts'

const t = createTranslate((key, substitutions) => browser.i18n.getMessage(key, substitutions))
const ui: Ui = {
  t,
  locale: t('locale'),
  send,
  isSelfOpened: false,
  showPage: (tabId) => void showPage(tabId),
  findTabs,
}

document.documentElement.lang = ui.locale
document.documentElement.dir = browser.i18n.getMessage('@@bidi_dir')
document.title = t('extension_name')

const root = document.getElementById('root')
if (root)
  render(
    <UiContext.Provider value={ui}>
      <Panel />
    </UiContext.Provider>,
    root,
  )
