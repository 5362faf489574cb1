import { describe, expect, test, vi } from 'vitest'
import { createRegistry } from '../../core/registry.ts'
import { requestOf } from '../../core/registry-for-tests.ts'
import { errorResult, ok } from '../../core/result.ts'
import type { ModelContextLike } from '../../protocol/model-context-adapter.ts'
import type { FoundTool } from './webmcp-listing.ts'
import { toToolDefinition } from './webmcp-tool.ts'

const listed = { name: 'search' }
const found: FoundTool = {
  name: 'search',
  title: '',
  description: 'Searches',
  schema: { type: 'object' },
  isReadOnly: true,
  isConsequential: false,
  isDestructive: false,
  sensitivePaths: [],
  hasSummary: false,
  listed,
}

function callSearch(findContext: () => ModelContextLike | undefined) {
  const registry = createRegistry()
  const codes: string[] = []
  registry.on('error', ({ code }) => codes.push(code))
  const channel = { call: vi.fn(), summarise: () => '', list: vi.fn() }
  const ways = { channel, findContext, registry }
  registry.scope('webmcp').register(toToolDefinition({ tool: found }, ways))
  return { codes, result: registry.call(requestOf('search')) }
}
const contextWith = (executeTool: ModelContextLike['executeTool']): ModelContextLike =>
  Object.assign(new EventTarget(), {
    getTools: async () => [listed],
    executeTool,
    registerTool: async () => undefined,
  })

describe("a page's own tool", () => {
  test('runs through the browser, and its text is its result', async () => {
    const { result, codes } = callSearch(() => contextWith(async () => '{"hits":2}'))
    expect(await result).toEqual(ok({ hits: 2 }))
    expect(codes).toEqual([])
  })

  test('that fails is "Tool failed", with an error event', async () => {
    const { result, codes } = callSearch(() => contextWith(() => Promise.reject(new Error('no such thing'))))
    expect(await result).toEqual(errorResult('Tool failed'))
    expect(codes).toContain('webmcp_call_failed')
  })

  test('that the browser does not offer any more is webmcp_unavailable', async () => {
    const { result, codes } = callSearch(() => undefined)
    expect(await result).toEqual(errorResult('Tool failed'))
    expect(codes).toContain('webmcp_unavailable')
  })
})
