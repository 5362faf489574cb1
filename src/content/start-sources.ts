import { createDeferred } from '../core/deferred.ts'
import { isSensitiveName } from '../core/redaction.ts'
import type { Registry } from '../core/registry.ts'
import { send } from '../protocol/send.ts'
import { startInPageAssistants } from './in-page-assistants.ts'
import { createPageScriptChannel } from './page-script-channel.ts'
import { reportTools } from './report-tools.ts'
import { startFormSource, type FormSource } from './sources/forms.ts'
import { startWebMcpSource } from './sources/webmcp.ts'

type SourceOptions = {
  signal: AbortSignal
  /** Dispatches `end` when a navigation of this document ended without another one. */
  navigations: EventTarget
  readRules: () => readonly string[]
}

/** Everything that brings tools into the registry, and whoever uses them in the page itself. */
export function startSources(
  registry: Registry,
  { signal, navigations, readRules }: SourceOptions,
): FormSource {
  const channel = createPageScriptChannel(window, signal)
  startWebMcpSource(registry, { signal, window, channel })
  const listed = createDeferred<void>()
  const whenTold = reportTools(registry, { signal, ready: listed.promise })
  const forms = startFormSource(registry, {
    signal,
    document,
    isSensitiveName: (text) => isSensitiveName(text, readRules()),
    navigations,
    pageScript: channel,
    whenTold,
  })
  void forms.firstLook.then(() => listed.resolve())
  startInPageAssistants({
    window,
    registry,
    signal,
    sendCall: (call) => send('assistant.call', call),
  })
  return forms
}
