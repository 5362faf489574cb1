import { canonicalJson } from '../../core/canonical-json.ts'
import type { Registry, Scope } from '../../core/registry.ts'
import {
  findModelContext,
  listOwnTools,
  type ModelContextLike,
} from '../../protocol/model-context-adapter.ts'
import type { PageTool } from '../../protocol/page-script-link.ts'
import { sleep } from '../dom/settle.ts'
import type { PageScriptChannel } from '../page-script-channel.ts'
import { type FoundTool, fromListedTool, fromPageTool } from './webmcp-listing.ts'
import { type Place, toToolDefinition, type Ways } from './webmcp-tool.ts'

export type WebMcpOptions = { signal: AbortSignal; window: Window; channel: PageScriptChannel }

/** This long lies between a change and the look at the tools, in milliseconds: a page that keeps changing is not pressed. */
const restMs = 50
const listLimitMs = 5_000
/** A page that is about to be left is not looked at for this long, in milliseconds; by then it is gone, or it stays. */
const leavingMs = 2_000

/**
 * Keeps the registry in step with the tools that the page registers at `document.modelContext`, until the signal
 * aborts.
 */
export function startWebMcpSource(registry: Registry, options: WebMcpOptions): void {
  const { signal, window, channel } = options
  const ways: Ways = { channel, registry, findContext: () => findModelContext(window.document) }
  const shelf = createShelf(registry.scope('webmcp', { source: 'webmcp' }), ways)
  const look = afterRests(createRest(window, signal), async () => {
    try {
      const found = await findTools(window, ways)
      if (!signal.aborted) shelf.put(found)
    } catch (cause) {
      registry.reportError('webmcp_unavailable', 'The tools of the page could not be listed', { cause })
    }
  })
  let heard: ModelContextLike | undefined
  const listen = (): void => {
    const context = ways.findContext()
    if (context && context !== heard) context.addEventListener('toolchange', look, { signal })
    heard = context
    look()
  }
  channel.onChange(listen, signal)
  for (const type of ['DOMContentLoaded', 'load', 'pageshow'])
    window.addEventListener(type, listen, { signal })
  signal.addEventListener('abort', () => shelf.put([]))
  listen()
}

/**
 * A wait that ends in a page that stays: Chromium 156 ends as a whole, with every tab, when a page lists its tools while it
 * moves into the back/forward cache.
 */
function createRest(window: Window, signal: AbortSignal): () => Promise<void> {
  let leavesUntil = 0
  const leave = (): void => void (leavesUntil = performance.now() + leavingMs)
  for (const type of ['beforeunload', 'pagehide']) window.addEventListener(type, leave, { signal })
  return async () => {
    do await sleep(restMs)
    while (performance.now() < leavesUntil)
  }
}

/** Runs after a rest, and again after another where it was asked to meanwhile; never twice at a time. `run` must not reject. */
function afterRests(rest: () => Promise<void>, run: () => Promise<void>): () => void {
  let isBusy = false
  let isWanted = false
  const go = async (): Promise<void> => {
    isWanted = true
    if (isBusy) return
    isBusy = true
    while (isWanted) {
      await rest()
      isWanted = false
      await run()
    }
    isBusy = false
  }
  return () => void go()
}

/**
 * The browser's list where this world has it, what the page script holds of it in place of the browser's own entry;
 * else the page script's list.
 */
async function findTools(window: Window, ways: Ways): Promise<FoundTool[]> {
  const { channel } = ways
  const context = ways.findContext()
  const [listed, held] = await Promise.all([context && listNative(context, window), channel.list()])
  const fromPage = new Map((held ?? []).map((tool: PageTool) => [tool.name, fromPageTool(tool)]))
  if (!listed) return [...fromPage.values()]
  return listed.map((tool) => fromPage.get(tool.name) ?? tool)
}

async function listNative(context: ModelContextLike, window: Window): Promise<FoundTool[]> {
  const limit = sleep(listLimitMs).then(() => Promise.reject(new Error('The browser does not list them')))
  const listed = await Promise.race([listOwnTools(context, window), limit])
  return listed
    .map((tool) => fromListedTool(tool))
    .filter((tool) => tool !== undefined)
    .filter((tool) => !isDeclaredForm(tool, window.document))
}

/** The browser lists declared forms too; those have a source of their own. */
const isDeclaredForm = (tool: FoundTool, document: Document): boolean =>
  [...document.querySelectorAll('form[toolname]')].some(
    (form) =>
      form.getAttribute('toolname') === tool.name &&
      form.getAttribute('tooldescription') === tool.listed?.description,
  )

/** What is registered now, each tool until it is gone or another. */
function createShelf(scope: Scope, ways: Ways) {
  const placed = new Map<string, { identity: string; controller: AbortController; place: Place }>()

  const take = (name: string): void => {
    placed.get(name)?.controller.abort()
    placed.delete(name)
  }
  const place = (tool: FoundTool): void => {
    const identity = identityOf(tool)
    const known = placed.get(tool.name)
    if (known?.identity === identity) {
      known.place.tool = tool
      return
    }
    take(tool.name)
    const controller = new AbortController()
    const entry = { identity, controller, place: { tool } }
    placed.set(tool.name, entry)
    scope.register(toToolDefinition(entry.place, ways), { signal: controller.signal })
  }
  return {
    put(tools: readonly FoundTool[]): void {
      const wanted = new Set(tools.map((tool) => tool.name))
      for (const name of placed.keys()) if (!wanted.has(name)) take(name)
      for (const tool of tools) place(tool)
    },
  }
}

/** Everything that makes a tool what it is, but not the browser's entry for it, which is another at each listing. */
const identityOf = ({ listed, ...tool }: FoundTool): string =>
  canonicalJson({ ...tool, isListed: listed !== undefined })
