import browser from 'webextension-polyfill'
import { send } from '../protocol/send.ts'
import { drawPage } from '../ui/draw-page.tsx'
import { createHistoryFeed } from './history/history-feed.ts'
import { Panel } from './panel.tsx'
import { findTabs, showPage } from './tabs.ts'

// Both live as long as this page. The history is read while the rest is drawn.
const feed = createHistoryFeed(new AbortController().signal)

drawPage(
  {
    getMessage: (key, substitutions) => browser.i18n.getMessage(key, substitutions),
    send,
    isSelfOpened: false,
    showPage: (tabId) => void showPage(tabId),
    findTabs,
  },
  <Panel feed={feed} />,
)
