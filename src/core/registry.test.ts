import { describe, expect, test } from 'vitest'
import type { CallRequest } from './call.ts'
import { digestOf, type Approval, type Decision } from './confirmation.ts'
import { createRegistry, type Registry } from './registry.ts'
import { ok } from './result.ts'
import type { ToolDefinition } from './tool.ts'

let serial = 0
const request = (tool: string, input: unknown, more: Partial<CallRequest> = {}): CallRequest => ({
  callId: `call-${++serial}`,
  caller: 'mcp',
  agentId: 'agent',
  tool,
  input,
  decision: 'run',
  confirmationTtlMs: 600_000,
  ...more,
})

const book: ToolDefinition = {
  name: 'book',
  description: 'Books a table.',
  input: {
    type: 'object',
    properties: { guests: { enum: [1, 2, 3] }, date: { type: 'string', format: 'date' } },
    required: ['guests'],
    additionalProperties: false,
  },
  preview: () => [{ path: 'guests', before: 1, after: 2 }],
  run: (input) => ok({ booked: input }),
}

const withTools = (...tools: ToolDefinition[]): Registry => {
  const registry = createRegistry()
  const scope = registry.scope('page')
  for (const tool of tools) scope.register(tool)
  return registry
}

const approvalOf = (registry: Registry, callId: string, more: Partial<Approval> = {}): Decision => {
  const state = registry.state(callId)
  if (state?.state !== 'held' && state?.state !== 'asking') throw new Error(`not held: ${state?.state}`)
  return {
    kind: 'approve',
    decisionId: `decision-${++serial}`,
    confirmId: state.confirmId,
    digest: digestOf(state.card),
    ...more,
  }
}

const settledOf = (registry: Registry, callId: string) =>
  new Promise((resolve) => {
    const state = registry.state(callId)
    if (state?.state === 'settled') return resolve(state.result)
    registry.on('update', (update) => {
      if (update.callId === callId && update.state === 'settled') resolve(update.result)
    })
  })

describe('a call', () => {
  test('runs and gives the result of its tool', async () => {
    const registry = withTools(book)
    expect(await registry.call(request('book', { guests: 2 }))).toEqual({
      status: 'ok',
      data: { booked: { guests: 2 } },
    })
  })

  test('says what is wrong with its input, by path', async () => {
    const registry = withTools(book)
    expect(await registry.call(request('book', { guest: 2, date: '02/28/2026' }))).toEqual({
      status: 'invalid',
      issues: expect.arrayContaining([
        { path: 'guest', message: 'Unknown field `guest`. Fields: guests, date' },
        { path: 'guests', message: 'This field is required' },
        { path: 'date', message: 'Must be a valid date (yyyy-mm-dd)' },
      ]),
    })
  })

  test('held is answered at once, and runs when the person approves what the card shows', async () => {
    const registry = withTools(book)
    const held = request('book', { guests: 2 }, { decision: 'hold' })
    const first = await registry.call(held)
    expect(first).toMatchObject({
      status: 'needs_confirmation',
      changes: [{ path: 'guests', before: 1, after: 2 }],
    })
    const settled = settledOf(registry, held.callId)
    expect(await registry.decide(held.callId, approvalOf(registry, held.callId))).toEqual({
      outcome: 'taken',
    })
    expect(await settled).toEqual({ status: 'ok', data: { booked: { guests: 2 } } })
  })

  test('rejected is cancelled by the operator, with the note', async () => {
    const registry = withTools(book)
    const held = request('book', { guests: 2 }, { decision: 'hold' })
    await registry.call(held)
    const { confirmId } = approvalOf(registry, held.callId)
    await registry.decide(held.callId, { kind: 'reject', decisionId: 'd', confirmId, note: 'Not today' })
    expect(await settledOf(registry, held.callId)).toEqual({
      status: 'cancelled',
      by: 'operator',
      note: 'Not today',
    })
  })

  test('that registered an undo can be undone once', async () => {
    let value = 'old'
    const registry = withTools({
      name: 'write',
      description: 'Writes.',
      run: (_input, context) => {
        value = 'new'
        context.registerUndo(() => {
          value = 'old'
          return ok({ changes: [] })
        })
        return ok({})
      },
    })
    const written = request('write', {})
    await registry.call(written)
    expect(value).toBe('new')
    expect(await registry.call(request('', undefined, { undoOf: written.callId }))).toMatchObject({
      status: 'ok',
    })
    expect(value).toBe('old')
    expect(await registry.call(request('', undefined, { undoOf: written.callId }))).toMatchObject({
      status: 'refused',
      code: 'undo_unavailable',
    })
  })
})
