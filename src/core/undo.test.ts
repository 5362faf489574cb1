import { describe, expect, test, vi } from 'vitest'
import {
  approvalOf,
  heldRequestOf,
  reached,
  registryWith,
  requestOf,
  settledResult,
  waitingState,
} from './registry-for-tests.ts'
import { ok, type ToolResult } from './result.ts'
import type { ToolContext, ToolDefinition } from './tool.ts'

const restorable = (
  restore: () => ToolResult | Promise<ToolResult> = () => ok('restored'),
  more: Partial<ToolDefinition> = {},
): ToolDefinition => ({
  name: 'write',
  title: 'Write',
  description: 'Writes.',
  run: (_input, context) => {
    context.registerUndo(restore)
    return ok({ changes: [{ path: 'a', before: 'old', after: 'new' }] })
  },
  ...more,
})

const undoOf = (callId: string, more: Parameters<typeof requestOf>[2] = {}) =>
  requestOf('', undefined, { undoOf: callId, ...more })

const approveWrite = async (tool: ToolDefinition) => {
  const { registry } = registryWith([tool])
  const written = heldRequestOf('write')
  await registry.call(written)
  await registry.decide(written.callId, approvalOf(registry, written.callId))
  await settledResult(registry, written.callId)
  return { registry, callId: written.callId }
}

describe('undo', () => {
  test('restores once; a second time is undo_unavailable', async () => {
    const { registry } = registryWith([restorable()])
    const written = requestOf('write')
    await registry.call(written)
    expect(await reached(registry, written.callId, 'settled')).toMatchObject({ record: { canUndo: true } })
    const undo = undoOf(written.callId)
    expect(await registry.call(undo)).toEqual(ok('restored'))
    expect(await reached(registry, undo.callId, 'settled')).toMatchObject({
      record: { tool: 'write', title: 'Undo: Write', canUndo: false },
    })
    expect(await registry.call(undoOf(written.callId))).toMatchObject({
      status: 'refused',
      code: 'undo_unavailable',
    })
  })

  test('at the same moment twice restores once', async () => {
    const restore = vi.fn(() => ok('restored'))
    const { registry } = registryWith([restorable(restore)])
    const written = requestOf('write')
    await registry.call(written)
    const answers = await Promise.all([
      registry.call(undoOf(written.callId)),
      registry.call(undoOf(written.callId)),
    ])
    expect(answers.map(({ status }) => status).toSorted()).toEqual(['ok', 'refused'])
    expect(restore).toHaveBeenCalledTimes(1)
  })

  test('of an unknown call, or one that registered none, is undo_unavailable', async () => {
    const { registry } = registryWith([restorable(undefined, { run: () => ok(null) })])
    const written = requestOf('write')
    await registry.call(written)
    for (const callId of [written.callId, 'unknown']) {
      expect(await registry.call(undoOf(callId))).toMatchObject({
        status: 'refused',
        code: 'undo_unavailable',
      })
    }
  })

  test("of another agent's call is undo_unavailable, the person may undo any", async () => {
    const { registry } = registryWith([restorable()])
    const written = requestOf('write')
    await registry.call(written)
    for (const other of [{ agentId: 'other' }, { agentId: null, caller: 'inapp' }] as const) {
      expect(await registry.call(undoOf(written.callId, other))).toMatchObject({ code: 'undo_unavailable' })
    }
    expect(await registry.call(undoOf(written.callId, { agentId: null, caller: 'human' }))).toEqual(
      ok('restored'),
    )
  })

  test('is held where the call was, and its card shows the way back', async () => {
    const { registry, callId } = await approveWrite(restorable())
    const undo = undoOf(callId)
    expect(await registry.call(undo)).toMatchObject({ status: 'needs_confirmation', summary: 'Undo: Write' })
    expect(waitingState(registry, undo.callId).card.changes).toEqual([
      { path: 'a', before: 'new', after: 'old' },
    ])
  })

  test('of a form fill runs unasked', async () => {
    const { registry, callId } = await approveWrite(restorable(undefined, { isUndoUnasked: true }))
    expect(await registry.call(undoOf(callId))).toEqual(ok('restored'))
  })

  test('works although the tool left the page', async () => {
    const { registry } = registryWith([])
    const gone = new AbortController()
    registry.scope('page').register(restorable(), { signal: gone.signal })
    const written = requestOf('write')
    await registry.call(written)
    gone.abort()
    expect(await registry.call(undoOf(written.callId))).toEqual(ok('restored'))
  })

  test('keeps the last 100', async () => {
    const { registry } = registryWith([restorable()])
    const requests = Array.from({ length: 101 }, () => requestOf('write'))
    for (const request of requests) await registry.call(request)
    expect(await registry.call(undoOf(requests[0]?.callId ?? ''))).toMatchObject({ code: 'undo_unavailable' })
    expect(await registry.call(undoOf(requests[1]?.callId ?? ''))).toEqual(ok('restored'))
  })

  test('registered after the call is over counts for nothing', async () => {
    let context: ToolContext | undefined
    const { registry } = registryWith([
      restorable(undefined, { run: (_input, given) => ok(void (context = given)) }),
    ])
    const written = requestOf('write')
    await registry.call(written)
    context?.registerUndo(() => ok('restored'))
    expect(await registry.call(undoOf(written.callId))).toMatchObject({ code: 'undo_unavailable' })
  })
})
