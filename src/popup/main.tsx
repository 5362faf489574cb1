import { render } from 'preact'
import browser from 'webextension-polyfill'
import { send } from '../protocol/send.ts'
import { createTranslate } from '../ui/translate.ts'
import { UiContext, type Ui } from '../ui/ui-context.tsx'
import { Popup } from './popup.tsx'
import { findSubject } from './subject.ts'
import { findTabs, moveToWindow, showPage } from './tabs.ts'

const t = createTranslate((key, substitutions) => browser.i18n.getMessage(key, substitutions))
const parameters = new URLSearchParams(location.search)
const isWindow = parameters.has('tab')

const ui: Ui = {
  t,
  locale: t('locale'),
  send,
  isSelfOpened: parameters.get('opened') === 'request',
  showPage: (tabId) => void showPage(tabId),
  findTabs,
  ...(isWindow ? {} : { moveToWindow: (tabId: number) => void moveToWindow(tabId) }),
}

document.documentElement.lang = ui.locale
document.documentElement.dir = browser.i18n.getMessage('@@bidi_dir')
document.documentElement.classList.toggle('is-window', isWindow)
document.title = t('extension_name')

const root = document.getElementById('root')
if (root)
  render(
    <UiContext.Provider value={ui}>
      <Popup subject={findSubject(parameters)} />
    </UiContext.Provider>,
    root,
  )
