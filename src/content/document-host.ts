import browser from 'webextension-polyfill'
import { FileRejection } from '../core/call-files.ts'
import { isSensitiveName } from '../core/redaction.ts'
import { createRegistry, type Registry } from '../core/registry.ts'
import { handleMessages } from '../protocol/handle.ts'
import { send } from '../protocol/send.ts'
import { createDocumentHandlers } from './document-handlers.ts'
import { startInPageAssistants } from './in-page-assistants.ts'
import { createPageScriptChannel } from './page-script-channel.ts'
import { reportCalls } from './report-calls.ts'
import { reportTools } from './report-tools.ts'
import { startFormSource } from './sources/forms.ts'
import { startWebMcpSource } from './sources/webmcp.ts'

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
  handleMessages('content', createDocumentHandlers(registry, { setRules, end }), { signal })
  const presence = { isLeft: false }
  reportCalls(registry, { signal, isLeft: () => presence.isLeft })

  const startSources = once(() => {
    const channel = createPageScriptChannel(window, signal)
    const webMcp = startWebMcpSource(registry, { signal, window, channel })
    startFormSource(registry, {
      signal,
      document,
      isSensitiveName: (text) => isSensitiveName(text, rules.current),
      listNativeTools: () => webMcp.listNames(),
      pageScript: channel,
    })
    reportTools(registry, signal)
    startInPageAssistants({
      window,
      registry,
      signal,
      sendCall: (call) => send('assistant.call', call),
    })
  })
  /** The worker says whether this document is shared; a document that is not falls silent. */
  const greet = async (): Promise<void> => {
    presence.isLeft = false
    const welcome = await send('document.hello', {}).catch(() => null)
    if (!welcome) return end()
    setRules(welcome.redactionRules)
    startSources()
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
