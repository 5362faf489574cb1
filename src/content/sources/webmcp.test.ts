import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createRegistry } from '../../core/registry.ts'
import type { PageScriptChannel } from '../page-script-channel.ts'
import { startWebMcpSource } from './webmcp.ts'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

const search = { name: 'search', description: 'Searches', annotations: { readOnlyHint: true } }

/** A page whose browser lists its tools in the ways given, one after the other. */
async function startOn(...listings: (() => Promise<unknown>)[]) {
  const getTools = vi.fn(async () => (listings.shift() ?? (() => Promise.resolve([])))())
  const modelContext = Object.assign(new EventTarget(), { getTools, executeTool: vi.fn() })
  const document = { modelContext, querySelectorAll: () => [] }
  const window = Object.assign(new EventTarget(), { document }) as unknown as Window
  const registry = createRegistry()
  const codes: string[] = []
  registry.on('error', ({ code }) => codes.push(code))
  const channel = { list: async () => undefined, onChange: () => {} } as unknown as PageScriptChannel
  startWebMcpSource(registry, { window, channel, signal: new AbortController().signal })
  await vi.advanceTimersByTimeAsync(100)
  return { codes, modelContext, names: () => registry.manifest().map(({ name }) => name) }
}

test.each<[string, () => Promise<unknown>]>([
  ['refused', () => Promise.reject(new DOMException('Not allowed', 'NotAllowedError'))],
  ['never answered', () => new Promise(() => {})],
])(
  "a list of the page's own tools that is %s is webmcp_unavailable, and what is known stays",
  async (_how, list) => {
    const { codes, modelContext, names } = await startOn(async () => [search], list)
    expect(names()).toEqual(['search'])
    modelContext.dispatchEvent(new Event('toolchange'))
    await vi.advanceTimersByTimeAsync(6_000)
    expect(codes).toEqual(['webmcp_unavailable'])
    expect(names()).toEqual(['search'])
    modelContext.dispatchEvent(new Event('toolchange'))
    await vi.advanceTimersByTimeAsync(100)
    expect(names()).toEqual([])
  },
)
