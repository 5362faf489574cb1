import { anything, assert, constant, oneof, property, record, string } from 'fast-check'
import { describe, expect, test } from 'vitest'
import { maxListedTools, maxResultLength } from '../protocol/page-script-link.ts'
import { confirmRequestSchema, fileRefSchema, fromPageScriptSchema } from './page-script-messages.ts'

const tool = {
  name: 'add',
  title: '',
  description: 'Adds',
  schema: '',
  isDestructive: false,
  hasSummary: false,
}

describe('fromPageScriptSchema', () => {
  test.each([
    [{ type: 'changed' }],
    [
      {
        type: 'listed',
        id: 1,
        tools: [tool, { ...tool, annotations: { readOnlyHint: true }, sensitivePaths: 5 }],
      },
    ],
    [{ type: 'settled', id: 1, text: 'done' }],
    [{ type: 'failed', id: 1 }],
    [{ type: 'failed', id: 1, name: 'Error', message: 'no' }],
    [{ type: 'unanswered', id: 1, isSubmitted: true }],
    [{ type: 'confirm', id: 1, ask: 2, request: undefined }],
    [{ type: 'file', id: 1, ask: 2, request: { ref: 'cv' } }],
    [{ type: 'undoable', id: 1, token: 3 }],
  ])('takes %j', (message) => {
    expect(fromPageScriptSchema().safeParse(message).success).toBe(true)
  })

  test.each([
    [null],
    ['changed'],
    [{ type: 'call', id: 1 }],
    [{ type: 'listed', id: 1, tools: 'many' }],
    [{ type: 'listed', id: 1, tools: Array.from({ length: maxListedTools + 1 }, () => tool) }],
    [{ type: 'listed', id: 1, tools: [{ ...tool, name: 5 }] }],
    [{ type: 'listed', id: 1, tools: [{ ...tool, annotations: { readOnlyHint: 'yes' } }] }],
    [{ type: 'settled', id: 1, text: { not: 'text' } }],
    [{ type: 'settled', id: '1', text: '' }],
    [{ type: 'settled', id: 1, text: 'x'.repeat(maxResultLength + 1) }],
    [{ type: 'unanswered', id: 1 }],
    [{ type: 'undoable', id: 1, token: 'x' }],
  ])('drops what is not of the agreed form (%#)', (message) => {
    expect(fromPageScriptSchema().safeParse(message).success).toBe(false)
  })

  test('never throws, and lets nothing through that was not agreed', () => {
    const types = ['changed', 'listed', 'settled', 'failed', 'unanswered', 'confirm', 'file', 'undoable']
    const known = new Set([
      'type',
      'id',
      'tools',
      'text',
      'name',
      'message',
      'isSubmitted',
      'ask',
      'request',
      'token',
    ])
    const message = record(
      {
        type: oneof(...types.map((type) => constant(type)), string()),
        id: anything(),
        tools: anything(),
        text: anything(),
        isSubmitted: anything(),
        ask: anything(),
        token: anything(),
        more: anything(),
      },
      { requiredKeys: ['type'] },
    )
    assert(
      property(oneof(anything(), message), (data) => {
        const parsed = fromPageScriptSchema().safeParse(data)
        return !parsed.success || Object.keys(parsed.data).every((key) => known.has(key))
      }),
      { numRuns: 500 },
    )
  })
})

describe('what a page asks in a call', () => {
  test('a question has words, and changes where it has some', () => {
    expect(confirmRequestSchema().safeParse({ summary: 'Really?' }).success).toBe(true)
    const changes = [{ path: 'a', before: 1, after: 2 }]
    expect(confirmRequestSchema().safeParse({ summary: 'Really?', changes }).success).toBe(true)
    for (const request of [
      undefined,
      {},
      { summary: 5 },
      { summary: 'x'.repeat(2_001) },
      { summary: '', changes: {} },
    ]) {
      expect(confirmRequestSchema().safeParse(request).success).toBe(false)
    }
  })

  test('a file has one name, by label or by address', () => {
    expect(fileRefSchema().safeParse({ ref: 'cv' }).success).toBe(true)
    expect(fileRefSchema().safeParse({ url: 'https://shop.example/cv' }).success).toBe(true)
    for (const ref of [
      '/etc/passwd',
      {},
      { ref: 'a', url: 'b' },
      { path: '/etc/passwd' },
      { ref: 'x'.repeat(2_001) },
    ]) {
      expect(fileRefSchema().safeParse(ref).success).toBe(false)
    }
  })
})
