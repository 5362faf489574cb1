import contentScript from '../content/main.iife.ts?script&iife'
import pageScript from '../page/main.iife.ts?script&iife'
import { shares } from '../store/shares.ts'
import { sites } from '../store/settings.ts'
import { expire } from './expire.ts'

const pageScriptId = 'page-script'

const patienceMs = 2_000

/**
 * Puts the content script into documents; one that has it already keeps it, and one that cannot be scripted gets none. A
 * document that is too busy gets it once it is free, and nothing else waits for that.
 */
export async function injectContentScript(tabId: number, documentIds: string[]): Promise<void> {
  if (documentIds.length === 0) return
  // The browser refuses all where one is gone by now.
  const injected = inject(tabId, documentIds).catch(() =>
    Promise.allSettled(documentIds.map((documentId) => inject(tabId, [documentId]))),
  )
  await Promise.race([injected, expire(patienceMs)])
}

const inject = (tabId: number, documentIds: string[]): Promise<unknown> =>
  chrome.scripting.executeScript({
    target: { tabId, documentIds },
    files: [contentScript],
    injectImmediately: true,
  })

// Registrations are read, compared and written; two at once would overwrite each other.
let lastRegistration: Promise<void> = Promise.resolve()

/** The page script runs in every document of shared origins, from the next load on. */
export const registerPageScript = (): Promise<void> =>
  (lastRegistration = lastRegistration.catch(() => undefined).then(registerForSharedOrigins))

async function registerForSharedOrigins(): Promise<void> {
  const shared = Object.values(await shares.read()).flatMap((share) => share.origins)
  const always = Object.entries(await sites.read()).flatMap(([origin, site]) =>
    site.isAlwaysShared && !site.isBlocked ? [origin] : [],
  )
  const matches = [...new Set([...shared, ...always])].map((origin) => `${origin}/*`)
  const registered = await chrome.scripting.getRegisteredContentScripts({ ids: [pageScriptId] })
  if (matches.length === 0) {
    if (registered.length > 0) await chrome.scripting.unregisterContentScripts({ ids: [pageScriptId] })
    return
  }
  const script: chrome.scripting.RegisteredContentScript = {
    id: pageScriptId,
    matches,
    js: [pageScript],
    allFrames: true,
    matchOriginAsFallback: true,
    runAt: 'document_start',
    world: 'MAIN',
    persistAcrossSessions: false,
  }
  if (registered.length > 0) await chrome.scripting.updateContentScripts([script])
  else await chrome.scripting.registerContentScripts([script])
}
