import browser from 'webextension-polyfill'
import { send } from '../protocol/send.ts'
import { drawPage } from '../ui/draw-page.tsx'
import { Popup } from './popup.tsx'
import { findSubject } from './subject.ts'
import { findTabs, moveToWindow, showPage } from './tabs.ts'

const parameters = new URLSearchParams(location.search)
const isWindow = parameters.has('tab')
document.documentElement.classList.toggle('is-window', isWindow)

drawPage(
  {
    getMessage: (key, substitutions) => browser.i18n.getMessage(key, substitutions),
    send,
    isSelfOpened: parameters.get('opened') === 'request',
    showPage: (tabId) => void showPage(tabId),
    findTabs,
    ...(isWindow ? {} : { moveToWindow: (tabId: number) => void moveToWindow(tabId) }),
  },
  <Popup subject={findSubject(parameters)} />,
)
