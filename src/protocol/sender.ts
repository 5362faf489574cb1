import browser, { type Runtime } from 'webextension-polyfill'
import type { Context } from './message.ts'

/** The document that a message came from, by the browser's word. */
export type DocumentSender = {
  context: 'content'
  tabId: number
  frameId: number
  documentId: string
  /** The document's own origin; 'null' for an opaque one. */
  origin: string
  url: string
}
export type PageSender = { context: Exclude<Context, 'content' | 'background'>; tabId?: number }
export type WorkerSender = { context: 'background' }
export type Sender = DocumentSender | PageSender | WorkerSender

/** Chrome's fields that the polyfill's types do not list. */
type BrowserSender = Runtime.MessageSender & { origin?: string; documentId?: string }

const pages = ['popup', 'side-panel', 'options', 'welcome'] as const

/** Who sent a message, from what the browser says of it alone; undefined for anybody unknown. */
export function findSender(sender: BrowserSender): Sender | undefined {
  if (sender.id !== browser.runtime.id) return undefined
  const root = browser.runtime.getURL('')
  const url = sender.url ?? ''
  if (!url.startsWith(root)) return findDocument(sender, url)
  if (url.startsWith(`${root}service-worker`) || url.includes('/background/'))
    return { context: 'background' }
  const context = pages.find((page) => url.startsWith(`${root}src/${page}/`))
  return context && { context, ...(sender.tab?.id === undefined ? {} : { tabId: sender.tab.id }) }
}

function findDocument(sender: BrowserSender, url: string): Sender | undefined {
  const { tab, frameId, documentId, origin } = sender
  // The worker's own messages carry neither an address nor a tab.
  if (tab?.id === undefined) return url === '' && origin === undefined ? { context: 'background' } : undefined
  if (frameId === undefined || documentId === undefined) return undefined
  return { context: 'content', tabId: tab.id, frameId, documentId, origin: origin ?? 'null', url }
}
