import { createRandomId } from '../core/random-id.ts'
import { errorResult, invalid, ok, refuse, type Issue, type ToolResult } from '../core/result.ts'
import type { Registry } from '../core/registry.ts'
import type { ToolEntry, ToolSummary } from '../core/tool-manifest.ts'
import { bridgeProtocol, readEnvelope, type ToAgent, type ToRegistry } from '../protocol/page-bridge.ts'
import { toPost } from './bridge-posts.ts'
import { createBridgeCalls, type BridgeCalls, type SendCall } from './bridge-calls.ts'

export type InPageAssistantOptions = {
  window: Window
  registry: Registry
  /**
   * Has a call started by way of the background, as caller `inapp`. `null`: it was started, and its outcome comes from
   * the registry; a result: it was not.
   */
  sendCall: SendCall
  signal: AbortSignal
}

const notAMessage: Issue = {
  path: '',
  message: 'A message is plain JSON of at most 1 MiB and 64 levels, without unknown keys',
}

/** How many ids are remembered after they were answered. */
const rememberedIds = 1_000
/** The most requests of one page that are open at a time; more are refused. */
const maxOpenRequests = 64

/** Lets a page's own assistant use the document's tools, by bridge protocol v1 over `window.postMessage`. */
export function startInPageAssistants(options: InPageAssistantOptions): void {
  const { window, registry, signal } = options
  const { origin } = window
  if (origin === 'null') return
  const clientId = createRandomId()
  const ids = createAnsweredIds(rememberedIds)
  let rev = 0

  const post = (message: Unaddressed): void => {
    if (signal.aborted) return
    const addressed = { protocol: bridgeProtocol, clientId, ...message } as ToAgent
    window.postMessage({ toolmark: 1, message: toPost(addressed) }, origin)
  }
  const answer = (id: string, result: ToolResult): void => {
    if (ids.close(id)) post({ type: 'result', id, result })
  }
  const calls = createBridgeCalls(registry, {
    sendCall: options.sendCall,
    signal,
    answer,
    confirm: (confirmId, result) => post({ type: 'confirmed', confirmId, result }),
  })
  const tellManifest = (): void =>
    post({ type: 'manifest', rev, tools: listPageTools(registry).map(summaryOf) })

  window.addEventListener(
    'message',
    (event) => {
      if (event.source !== window || event.origin !== origin) return
      const arrival = readEnvelope(event.data, clientId)
      if (arrival.kind === 'unsupported' && ids.open(arrival.id)) {
        answer(arrival.id, errorResult('unsupported protocol'))
      }
      if (arrival.kind === 'invalid') {
        registry.reportError('invalid_message', 'A message of the page was none')
        if (arrival.id !== undefined && ids.open(arrival.id)) answer(arrival.id, invalid([notAMessage]))
      }
      if (arrival.kind === 'message') receive(arrival.message, { ids, calls, answer, registry, rev })
    },
    { signal },
  )
  registry.on(
    'change',
    () => {
      rev++
      tellManifest()
    },
    signal,
  )
  tellManifest()
}

type Unaddressed = ToAgent extends infer M
  ? M extends ToAgent
    ? Omit<M, 'protocol' | 'clientId'>
    : never
  : never

type Reception = {
  ids: ReturnType<typeof createAnsweredIds>
  calls: BridgeCalls
  answer: (id: string, result: ToolResult) => void
  registry: Registry
  rev: number
}

function receive(message: ToRegistry, { ids, calls, answer, registry, rev }: Reception): void {
  if (message.type === 'cancel') return calls.cancel(message.id)
  const { id, tool } = message
  if (!ids.open(id)) return
  if (ids.openCount() > maxOpenRequests) return answer(id, refuse('busy', 'Too many requests are open'))
  const isPageTool = listPageTools(registry).some(({ name }) => name === tool)
  const described = isPageTool ? registry.describe(tool) : undefined
  if (!described) {
    const isStale = message.type === 'call' && message.rev !== undefined && message.rev < rev
    const code = isStale ? 'stale' : 'unknown_tool'
    return answer(id, refuse(code, `There is no tool "${tool}" now`, { rev }))
  }
  if (message.type === 'describe') return answer(id, ok(described))
  calls.start(id, tool, message.input)
}

/** An assistant of the page gets at what the page registered itself, and no further. */
const listPageTools = (registry: Registry): ToolEntry[] => [...registry.entries('page')]

/** Which ids are open, and which were answered lately: neither is taken a second time. */
function createAnsweredIds(limit: number) {
  const open = new Set<string>()
  const answered = new Set<string>()
  return {
    openCount: () => open.size,
    open(id: string): boolean {
      if (open.has(id) || answered.has(id)) return false
      open.add(id)
      return true
    },
    /** False where the id is answered already. */
    close(id: string): boolean {
      if (!open.delete(id)) return false
      answered.add(id)
      const [oldest] = answered
      if (answered.size > limit && oldest !== undefined) answered.delete(oldest)
      return true
    },
  }
}

const summaryOf = ({ name, title, description, hints, params }: ToolSummary): ToolSummary => ({
  name,
  description,
  hints,
  ...(title !== undefined && { title }),
  ...(params !== undefined && { params }),
})
