import { describe, expect, test, vi } from 'vitest'
import { createRegistry } from '../core/registry.ts'
import { refuse, ok, type ToolResult } from '../core/result.ts'
import type { ToAgent } from '../protocol/page-bridge.ts'
import { startInPageAssistants } from './in-page-assistants.ts'

type Decide = 'run' | 'hold' | ToolResult

/** A window that keeps what is posted; messages are delivered by the test. */
function createPage(decide: Decide = 'run') {
  const posted: { toolmark: number; message: ToAgent; origin: string }[] = []
  const window = Object.assign(new EventTarget(), {
    origin: 'https://shop.example',
    postMessage: (data: { toolmark: number; message: ToAgent }, origin: string) =>
      posted.push({ ...data, origin }),
  })
  const lifetime = new AbortController()
  const registry = createRegistry({ hasConfirmationSurface: true })
  const scope = registry.scope('page')
  const add = vi.fn(({ a, b }: { a: number; b: number }) => ok(a + b))
  scope.register({ name: 'add', description: 'Adds', hints: { readOnly: true }, run: add })
  const sendCall = vi.fn(
    async ({ callId, tool, input }: { callId: string; tool: string; input: unknown }) => {
      if (typeof decide === 'object') return decide
      const common = {
        callId,
        caller: 'inapp' as const,
        agentId: null,
        tool,
        input,
        confirmationTtlMs: 60_000,
      }
      registry.start({ ...common, decision: decide })
      return null
    },
  )
  startInPageAssistants({ window: window as unknown as Window, registry, sendCall, signal: lifetime.signal })
  const clientId = posted[0]?.message.clientId ?? ''
  const deliver = (message: object, from: { source?: unknown; origin?: string } = {}): void => {
    const data = { toolmark: 1, message: { protocol: 1, clientId, ...message } }
    window.dispatchEvent(
      Object.assign(new Event('message'), { data, source: window, origin: window.origin, ...from }),
    )
  }
  const results = (): ToAgent[] =>
    posted.map(({ message }) => message).filter(({ type }) => type === 'result')
  return { posted, window, registry, scope, add, sendCall, deliver, results, lifetime, clientId }
}

const call = { type: 'call', id: '1', tool: 'add', input: { a: 2, b: 3 } }

describe('in-page assistants', () => {
  test('get the manifest at once and on every change, at the exact origin of the page', async () => {
    const { posted, scope, clientId } = createPage()
    expect(posted[0]).toMatchObject({
      toolmark: 1,
      origin: 'https://shop.example',
      message: { protocol: 1, type: 'manifest', rev: 0, tools: [{ name: 'add', hints: { readOnly: true } }] },
    })
    expect(clientId).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/)
    scope.register({ name: 'sub', description: 'Subtracts', run: () => ok(null) })
    await vi.waitFor(() => {
      const last = posted.at(-1)?.message
      expect(last?.type === 'manifest' && last.tools.map(({ name }) => name)).toEqual(['add', 'sub'])
    })
  })

  test('call a tool and get one result', async () => {
    const { deliver, results, add } = createPage()
    deliver(call)
    await vi.waitFor(() => expect(results()).toHaveLength(1))
    expect(results()[0]).toMatchObject({ id: '1', result: { status: 'ok', data: 5 } })
    expect(add).toHaveBeenCalledTimes(1)
  })

  test('an id that is open or was answered is not taken again', async () => {
    const { deliver, results, add } = createPage()
    deliver(call)
    deliver(call)
    await vi.waitFor(() => expect(results()).toHaveLength(1))
    deliver(call)
    deliver({ ...call, id: '2' })
    await vi.waitFor(() =>
      expect(results().map((message) => 'id' in message && message.id)).toEqual(['1', '2']),
    )
    expect(add).toHaveBeenCalledTimes(2)
  })

  test('describe a tool; one that is not there is unknown, or stale for who saw an older list', async () => {
    const { deliver, results, scope, posted } = createPage()
    deliver({ type: 'describe', id: '1', tool: 'add' })
    deliver({ type: 'describe', id: '2', tool: 'gone' })
    expect(results()[0]).toMatchObject({ result: { status: 'ok', data: { name: 'add', inputSchema: {} } } })
    expect(results()[1]).toMatchObject({ result: { status: 'refused', code: 'unknown_tool', rev: 0 } })
    scope.register({ name: 'sub', description: 'Subtracts', run: () => ok(null) })
    await vi.waitFor(() => expect(posted.at(-1)?.message.type).toBe('manifest'))
    deliver({ ...call, id: '3', tool: 'gone', rev: 0 })
    expect(results()[2]).toMatchObject({ result: { status: 'refused', code: 'stale' } })
  })

  test('a held call is answered by needs_confirmation, its outcome by confirmed', async () => {
    const { deliver, results, posted, sendCall, registry } = createPage('hold')
    deliver(call)
    await vi.waitFor(() => expect(results()).toHaveLength(1))
    expect(results()[0]).toMatchObject({ result: { status: 'needs_confirmation', changes: [] } })
    const callId = sendCall.mock.calls[0]?.[0].callId ?? ''
    const state = registry.state(callId)
    if (state?.state !== 'held') throw new Error('not held')
    const { confirmId, digest } = state
    await registry.decide(callId, { kind: 'approve', decisionId: crypto.randomUUID(), confirmId, digest })
    await vi.waitFor(() =>
      expect(posted.at(-1)?.message).toMatchObject({
        type: 'confirmed',
        confirmId,
        result: { status: 'ok', data: 5 },
      }),
    )
    expect(results()).toHaveLength(1)
  })

  test('cancel withdraws a held call and is not answered itself', async () => {
    const { deliver, results, posted } = createPage('hold')
    deliver(call)
    await vi.waitFor(() => expect(results()).toHaveLength(1))
    deliver({ type: 'cancel', id: '1' })
    await vi.waitFor(() =>
      expect(posted.at(-1)?.message).toMatchObject({
        type: 'confirmed',
        result: { status: 'cancelled', by: 'signal' },
      }),
    )
    expect(results()).toHaveLength(1)
  })

  test('cancel before the call has started ends it when it does', async () => {
    const { deliver, results, add } = createPage('hold')
    deliver(call)
    deliver({ type: 'cancel', id: '1' })
    await vi.waitFor(() => expect(results()).toHaveLength(1))
    expect(results()[0]).toMatchObject({ result: { status: 'cancelled', by: 'signal' } })
    expect(add).not.toHaveBeenCalled()
  })

  test('what the background refuses is the result', async () => {
    const { deliver, results } = createPage(refuse('paused', 'Agents are paused'))
    deliver(call)
    await vi.waitFor(() => expect(results()).toHaveLength(1))
    expect(results()[0]).toMatchObject({ result: { status: 'refused', code: 'paused' } })
  })

  test('messages of another window, origin or client are ignored, another protocol is answered once', () => {
    const { deliver, posted } = createPage()
    deliver(call, { source: {} })
    deliver(call, { origin: 'https://evil.example' })
    deliver({ ...call, clientId: 'another' })
    expect(posted).toHaveLength(1)
    deliver({ ...call, protocol: 2 })
    deliver({ ...call, protocol: 2 })
    expect(posted.slice(1).map(({ message }) => message)).toMatchObject([
      { type: 'result', id: '1', result: { status: 'error', message: 'unsupported protocol' } },
    ])
  })

  test('a message that is too large is answered invalid, once, with an error event', () => {
    const { deliver, results, registry, sendCall } = createPage()
    const errors: string[] = []
    registry.on('error', ({ code }) => errors.push(code))
    deliver({ ...call, input: 'x'.repeat(1024 * 1024) })
    deliver({ ...call, input: 'x'.repeat(1024 * 1024) })
    deliver({ type: 'cancel', id: '2', input: 1 })
    expect(results()).toMatchObject([{ id: '1', result: { status: 'invalid', issues: [{ path: '' }] } }])
    expect(errors).toEqual(['invalid_message', 'invalid_message', 'invalid_message'])
    expect(sendCall).not.toHaveBeenCalled()
  })

  test('see and call what the page registered, and not the forms that the extension found', async () => {
    const { deliver, results, scope, posted, sendCall } = createPage()
    scope.register({ name: 'booking.fill', description: 'Fills', kind: 'fill', run: () => ok(null) })
    await vi.waitFor(() => expect(posted.at(-1)?.message).toMatchObject({ type: 'manifest', rev: 1 }))
    expect(posted.at(-1)?.message).toMatchObject({ tools: [{ name: 'add' }] })
    deliver({ ...call, tool: 'booking.fill' })
    deliver({ type: 'describe', id: '2', tool: 'booking.fill' })
    expect(results()).toMatchObject([
      { id: '1', result: { status: 'refused', code: 'unknown_tool' } },
      { id: '2', result: { status: 'refused', code: 'unknown_tool' } },
    ])
    expect(sendCall).not.toHaveBeenCalled()
  })

  test('the last 1,000 answered ids are remembered, and no more', () => {
    const { deliver, results } = createPage()
    const describeAs = (id: number): void => deliver({ type: 'describe', id: String(id), tool: 'add' })
    for (let id = 0; id <= 1_000; id++) describeAs(id)
    expect(results()).toHaveLength(1_001)
    for (let id = 1; id <= 1_000; id++) describeAs(id)
    expect(results()).toHaveLength(1_001)
    describeAs(0)
    expect(results()).toHaveLength(1_002)
  })

  test('more than 64 open requests are refused', async () => {
    const { deliver, results } = createPage('hold')
    for (let id = 0; id < 65; id++) deliver({ ...call, id: String(id) })
    expect(results()).toMatchObject([{ id: '64', result: { status: 'refused', code: 'busy' } }])
    await vi.waitFor(() => expect(results()).toHaveLength(65))
  })

  test('after the end nothing is heard and nothing is posted', async () => {
    const { deliver, posted, lifetime, scope } = createPage()
    lifetime.abort()
    deliver(call)
    scope.register({ name: 'sub', description: 'Subtracts', run: () => ok(null) })
    await Promise.resolve()
    expect(posted).toHaveLength(1)
  })
})
