import browser from 'webextension-polyfill'
import { send } from '../protocol/send.ts'
import { drawPage } from '../ui/draw-page.tsx'
import { Welcome } from './welcome.tsx'

drawPage(
  {
    getMessage: (key, substitutions) => browser.i18n.getMessage(key, substitutions),
    send,
    isSelfOpened: false,
    showPage: (tabId) => void browser.tabs.update(tabId, { active: true }),
    findTabs: () => Promise.resolve([]),
  },
  <Welcome />,
)
