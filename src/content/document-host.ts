import browser from 'webextension-polyfill'
import { FileRejection } from '../core/call-files.ts'
import { createDeferred } from '../core/deferred.ts'
import { createRegistry, type Registry } from '../core/registry.ts'
import { handleMessages } from '../protocol/handle.ts'
import { send } from '../protocol/send.ts'
import { createDocumentHandlers } from './document-handlers.ts'
import { createHighlight } from './highlight.ts'
import { reportCalls } from './report-calls.ts'
import type { FormSource } from './sources/forms.ts'
import { startSources } from './start-sources.ts'

export type DocumentHost = { isAlive(): boolean }

/** Hosts the registry of one document, from the moment it is shared until sharing ends or the document does. */
export function startDocumentHost(): DocumentHost {
  const lifetime = new AbortController()
  const { signal } = lifetime
  const rules = { current: [] as readonly string[] }
  const registry = createRegistry({
    isDevelopment: __DEV__,
    hasConfirmationSurface: true,
    onWillNavigate: (callId) => send('call.willNavigate', { callId }),
    fetchFile,
  })
  const setRules = (next: readonly string[]): void => {
    rules.current = next
    registry.setRedactionRules(next)
  }
  const end = (): void => {
    lifetime.abort()
    registry.dispose()
  }
  const marks = createHighlight(signal)
  const forms: { source?: FormSource } = {}
  const highlight = (callId: string | undefined): void => {
    const state = callId === undefined ? undefined : registry.state(callId)
    if (state?.state !== 'held') return marks.clear()
    const paths = state.card.changes.map(({ path }) => path)
    marks.show(forms.source?.findFields(state.card.tool, paths) ?? [])
  }
  const navigations = new EventTarget()
  const navigationEnded = (): void => void navigations.dispatchEvent(new Event('end'))
  const listed = createDeferred<void>()
  const life = { listed: listed.promise, setRules, highlight, navigationEnded, end }
  const presence = { isLeft: false }
  const reports = reportCalls(registry, { signal, isLeft: () => presence.isLeft })
  handleMessages('content', createDocumentHandlers(registry, reports, life), { signal })
  endWhenCutOff(registry, end, signal)

  const start = once(() => {
    forms.source = startSources(registry, { signal, navigations, readRules: () => rules.current })
    void forms.source.firstLook.then(() => listed.resolve())
  })
  /** The worker says whether this document is shared; a document that is not falls silent. */
  const greet = async (): Promise<void> => {
    presence.isLeft = false
    const welcome = await send('document.hello', {}).catch(() => null)
    if (!welcome) return end()
    setRules(welcome.redactionRules)
    start()
  }
  const leave = (): void => {
    presence.isLeft = true
    dropCalls(registry)
  }
  window.addEventListener('pagehide', leave, { signal })
  window.addEventListener('pageshow', (event) => event.persisted && void greet(), { signal })
  void greet()
  return { isAlive: () => !signal.aborted && isConnected() }
}

/** An extension that was updated or removed leaves this script behind; the next thing it would react to ends it. */
function endWhenCutOff(registry: Registry, end: () => void, signal: AbortSignal): void {
  const look = (): void => {
    if (!isConnected()) end()
  }
  registry.on('change', look, signal)
  window.addEventListener('message', look, { signal })
}

/** False after the extension was reloaded or updated under this script. */
const isConnected = (): boolean => {
  try {
    return browser.runtime.id !== undefined
  } catch {
    return false
  }
}

/** The person leaves, perhaps to come back: nothing held survives, and what runs is told to stop. */
function dropCalls(registry: Registry): void {
  for (const callId of registry.openCallIds()) registry.cancel(callId, 'signal')
  if (isConnected()) void send('document.left', {}).catch(() => undefined)
}

async function fetchFile(url: string): Promise<File> {
  const answer = await send('file.fetch', { url })
  if ('rejected' in answer) throw new FileRejection(answer.rejected)
  return answer.file
}

const once = (run: () => void): (() => void) => {
  let hasRun = false
  return () => {
    if (hasRun) return
    hasRun = true
    run()
  }
}
