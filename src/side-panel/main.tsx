import browser from 'webextension-polyfill'
import { takeFirstLook } from '../store/first-look.ts'
import { drawPage } from '../ui/draw-page.tsx'
import { createHistoryFeed } from './history/history-feed.ts'
import { idle } from './idle.ts'
import { loadRest, send } from './load-rest.ts'
import { Panel } from './panel.tsx'
import { findTabs, showPage } from './tabs.ts'

// As long as this page lives.
const { signal } = new AbortController()
const feed = createHistoryFeed(signal)

/** A history that does not open must not keep back what waits for the person. */
const patienceMs = 500

async function openPanel(): Promise<void> {
  // All that says where rows stand and how they look, so that none of them changes once it is drawn.
  const [{ marks, isAnythingOpen }] = await Promise.all([
    takeFirstLook(),
    Promise.race([feed.begun, expire(patienceMs)]),
  ])
  feed.mark(marks)
  if (isAnythingOpen) await loadRest()
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
  await idle(1_000)
  const { watchRowMarks } = await loadRest()
  watchRowMarks((next) => feed.mark(next), signal)
}

const expire = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms))

void openPanel()
