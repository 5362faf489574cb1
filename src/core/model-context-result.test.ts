import { describe, expect, test } from 'vitest'
import {
  errorResult,
  errorText,
  isAbortError,
  isErrorText,
  normaliseResult,
  toolError,
  toToolResult,
  WebToolError,
} from './model-context-result.ts'
import { errorResult as failed, invalid, ok } from './result.ts'

const text = (value: string) => ({ content: [{ type: 'text', text: value }] })

describe('errorResult', () => {
  test('writes the code and the message, and says that it is an error', () => {
    expect(errorResult(new Error('sold out'))).toEqual({
      content: [{ type: 'text', text: 'Error [failed]: sold out' }],
      isError: true,
    })
    expect(errorResult('plain', 'busy')).toEqual(toolError('busy', 'plain'))
  })

  test('takes the code that a WebToolError brings', () => {
    expect(errorResult(new WebToolError('not_found', 'no table'), 'other')).toEqual(
      toolError('not_found', 'no table'),
    )
    expect(new WebToolError('a', 'b')).toMatchObject({ name: 'WebToolError', code: 'a', message: 'b' })
  })
})

test('errorText is the message, or the text of what was thrown', () => {
  expect(errorText(new Error('m'))).toBe('m')
  expect(errorText({ message: 'n' })).toBe('n')
  expect(errorText('s')).toBe('s')
  expect(errorText(undefined)).toBe('undefined')
  expect(errorText(Object.create(null))).toBe('Unknown error')
})

test.each([
  ['Error: x', true],
  ['Error [code]: x', true],
  ['Error [not_found]:', true],
  ['Errors: 3', false],
  ['An Error: x', false],
  ['Error x', false],
])('isErrorText(%j) is %s', (given, expected) => {
  expect(isErrorText(given)).toBe(expected)
})

test('an abort is told by its name, wherever it comes from', () => {
  expect(isAbortError(new DOMException('stop', 'AbortError'))).toBe(true)
  expect(isAbortError({ name: 'AbortError' })).toBe(true)
  expect(isAbortError(new Error('AbortError'))).toBe(false)
  expect(isAbortError(null)).toBe(false)
})

describe('toToolResult', () => {
  const cycle: Record<string, unknown> = {}
  cycle['self'] = cycle
  const passed = { content: ['anything'], isError: false }
  test.each<[string, unknown, unknown]>([
    ['a string is text', 'hi', text('hi')],
    ['an object is JSON text', { a: 1 }, text('{"a":1}')],
    ['an array is JSON text', [1], text('[1]')],
    ['a number is text', 4, text('4')],
    ['null is empty', null, { content: [] }],
    ['undefined is empty', undefined, { content: [] }],
    ['what cannot be written is an error', cycle, toolError('failed', 'Result not serializable')],
  ])('%s', (_what, value, expected) => {
    expect(toToolResult(value)).toEqual(expected)
  })

  test('something with a content array passes through as it is', () => {
    expect(toToolResult(passed)).toBe(passed)
  })
})

describe("a page tool's answer", () => {
  test.each<[string, unknown, unknown]>([
    ['text stays text', 'Booked', ok('Booked')],
    ['text that reads as a number stays text', '42', ok('42')],
    ['JSON text of an object is parsed', '{"id":7}', ok({ id: 7 })],
    ['JSON text of an array is parsed', ' [1,2]', ok([1, 2])],
    ['text that only looks like JSON stays text', '{not json', ok('{not json')],
    ['null means that the page was left', null, ok({ navigated: true })],
    ['nothing is null', undefined, ok(null)],
    ['an object is its own data', { id: 7 }, ok({ id: 7 })],
    ['an MCP-shaped answer is unwrapped', text('Booked'), ok('Booked')],
    ['an MCP-shaped answer in JSON text is unwrapped', JSON.stringify(text('{"a":1}')), ok({ a: 1 })],
    ['structured content wins', { ...text('x'), structuredContent: { a: 1 } }, ok({ a: 1 })],
    ['empty content is null', { content: [] }, ok(null)],
    ['several texts are joined', { content: [...text('a').content, ...text('b').content] }, ok('a\nb')],
    [
      'other content is kept',
      { content: [{ type: 'image', data: 'x' }] },
      ok({ content: [{ type: 'image', data: 'x' }] }),
    ],
    [
      'a document of the page is not MCP-shaped',
      { content: [{ type: 'paragraph' }], title: 't' },
      ok({ content: [{ type: 'paragraph' }], title: 't' }),
    ],
    ['isError is a failure', { ...text('no table'), isError: true }, failed('no table')],
    ['isError without a text is a failure', { content: [], isError: true }, failed('Tool failed')],
    ['an error text is a failure', 'Error: no table', failed('no table')],
    ['an error text inside is a failure', text('Error [sold_out]: none left'), failed('none left')],
    [
      'invalid_input is invalid',
      'Error [invalid_input]: guests is missing',
      invalid([{ path: '', message: 'guests is missing' }]),
    ],
    [
      'what errorResult made comes back',
      errorResult(new WebToolError('invalid_input', 'bad')),
      invalid([{ path: '', message: 'bad' }]),
    ],
  ])('%s', (_what, answer, expected) => {
    expect(normaliseResult(answer)).toEqual(expected)
  })
})
