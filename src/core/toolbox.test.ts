import { describe, expect, test, vi } from 'vitest'
import { registryWith, requestOf } from './registry-for-tests.ts'
import { ok } from './result.ts'
import type { ToolDefinition } from './tool.ts'

const tool = (name: string, more: Partial<ToolDefinition> = {}): ToolDefinition => ({
  name,
  description: 'd',
  run: () => ok(name),
  ...more,
})
const setUp = () => registryWith([])

describe('names', () => {
  test.each(['a', 'a.b', 'A-1_b.c', 'x'.repeat(128)])('%s is one', (name) => {
    const { registry, errors } = registryWith([tool(name)])
    expect(errors).toEqual([])
    expect(registry.manifest().map((entry) => entry.name)).toEqual([name])
  })

  test.each(['', '.', 'a..b', '.a', 'a.', 'a b', 'ä', 'x'.repeat(129)])('%j is none', (name) => {
    const { registry, errors } = registryWith([tool(name)])
    expect(errors).toMatchObject([{ code: 'invalid_name' }])
    expect(registry.manifest()).toEqual([])
  })

  test('scopes join with a dot where they prefix', () => {
    const { registry } = setUp()
    registry.scope('forms', { isPrefixing: true }).register(tool('book.fill'))
    registry.scope('plain').register(tool('book'))
    expect(registry.manifest().map(({ name }) => name)).toEqual(['book', 'forms.book.fill'])
  })

  test('a taken name is duplicate_name and is not registered', async () => {
    const { registry, errors } = setUp()
    registry.scope('one').register(tool('a', { run: () => ok('first') }))
    registry.scope('two').register(tool('a', { run: () => ok('second') }))
    registry.scope('one').register(tool('a', { run: () => ok('third') }))
    expect(errors).toMatchObject([{ code: 'duplicate_name', tool: 'a' }, { code: 'duplicate_name' }])
    expect(await registry.call(requestOf('a'))).toEqual(ok('first'))
  })

  test('the same source may replace a tool after the route changed, another source may not', async () => {
    const { registry, errors } = setUp()
    registry.scope('one', { source: 'webmcp' }).register(tool('a', { run: () => ok('first') }))
    registry
      .scope('two', { source: 'webmcp' })
      .register(tool('a', { run: () => ok('second') }), { isReplacing: true })
    registry.scope('three').register(tool('a'), { isReplacing: true })
    expect(errors).toMatchObject([{ code: 'duplicate_name' }])
    expect(await registry.call(requestOf('a'))).toEqual(ok('second'))
  })

  test('a name is free again after the old one went', async () => {
    const { registry, errors } = setUp()
    const gone = new AbortController()
    registry.scope('page').register(tool('a', { run: () => ok('old') }), { signal: gone.signal })
    gone.abort()
    registry.scope('page').register(tool('a', { run: () => ok('new') }))
    expect(errors).toEqual([])
    expect(await registry.call(requestOf('a'))).toEqual(ok('new'))
  })
})

describe('scopes', () => {
  test('of one name are one', () => {
    const { registry } = setUp()
    expect(registry.scope('a')).toBe(registry.scope('a'))
  })

  test('take their tools with them, and take no more after', () => {
    const { registry, errors } = setUp()
    const scope = registry.scope('a')
    scope.register(tool('x'))
    scope.register(tool('y'))
    scope.dispose()
    scope.dispose()
    expect(registry.manifest()).toEqual([])
    scope.register(tool('z'))
    expect(errors).toMatchObject([{ code: 'scope_disposed', tool: 'z' }])
    expect(registry.scope('a')).not.toBe(scope)
  })

  test('with a name that is none are an error, and take nothing', () => {
    const { registry, errors } = setUp()
    registry.scope('a b').register(tool('x'))
    expect(errors).toMatchObject([{ code: 'invalid_scope' }, { code: 'scope_disposed' }])
  })

  test('register nothing for a signal that has aborted already', () => {
    const { registry } = setUp()
    registry.scope('a').register(tool('x'), { signal: AbortSignal.abort() })
    expect(registry.manifest()).toEqual([])
  })
})

describe('the manifest', () => {
  test('is sorted by name and the same however the tools came', () => {
    const names = ['b', 'a.c', 'a', 'B', 'a-b']
    const one = registryWith(names.map((name) => tool(name))).registry.manifest()
    const other = registryWith(names.toReversed().map((name) => tool(name))).registry.manifest()
    expect(one).toEqual(other)
    expect(one.map(({ name }) => name)).toEqual(['B', 'a', 'a-b', 'a.c', 'b'])
  })

  test('carries what agents are shown and what the worker decides by', () => {
    const { registry } = registryWith([
      tool('fill', {
        title: 'Fill\u202E',
        description: 'x'.repeat(3000),
        kind: 'fill',
        hints: { untrustedContent: true },
        input: { type: 'object', properties: { name: { type: 'string' } }, required: ['name'] },
        consequentialWhen: 'submit',
        target: 'form',
        sendsTo: 'https://b.example',
        isUndoUnasked: true,
      }),
    ])
    expect(registry.manifest()).toEqual([
      {
        name: 'fill',
        title: 'Fill',
        description: `${'x'.repeat(2047)}…`,
        hints: { untrustedContent: true },
        params: 'name: string',
        kind: 'fill',
        definitionHash: expect.stringMatching(/^[\da-f]{64}$/),
        takesFreeText: true,
        consequentialWhen: 'submit',
        target: 'form',
        sendsTo: 'https://b.example',
        isUndoUnasked: true,
        hasPageSensitivePaths: false,
      },
    ])
  })

  test('says where the page itself made arguments sensitive', () => {
    const { registry } = registryWith([
      tool('by-path', { sensitivePaths: () => ['a'] }),
      tool('by-schema', { input: { properties: { a: { writeOnly: true } } } }),
      tool('form', { kind: 'fill', sensitivePaths: () => ['a'] }),
      tool('plain'),
    ])
    const marked = registry.manifest().filter((entry) => entry.hasPageSensitivePaths)
    expect(marked.map(({ name }) => name)).toEqual(['by-path', 'by-schema'])
  })

  test('describe adds the schemas', () => {
    const { registry } = registryWith([
      tool('a', { title: 'A', input: { type: 'object', properties: { x: {} } }, output: { type: 'string' } }),
      tool('b'),
    ])
    expect(registry.describe('a')).toEqual({
      name: 'a',
      title: 'A',
      description: 'd',
      hints: {},
      params: 'x?: any',
      inputSchema: { type: 'object', properties: { x: {} } },
      outputSchema: { type: 'string' },
    })
    expect(registry.describe('b')).toEqual({
      name: 'b',
      description: 'd',
      hints: {},
      inputSchema: { type: 'object' },
    })
    expect(registry.describe('c')).toBeUndefined()
  })

  test('tells of changes, many at once in one', async () => {
    const { registry } = setUp()
    const changed = vi.fn()
    registry.on('change', changed)
    for (const name of ['a', 'b', 'c']) registry.scope('page').register(tool(name))
    await Promise.resolve()
    expect(changed.mock.calls).toEqual([[{ tools: 3 }]])
    registry.scope('page').dispose()
    await Promise.resolve()
    expect(changed).toHaveBeenLastCalledWith({ tools: 0 })
  })

  test('an output schema that cannot be converted is an error event', async () => {
    const { z } = await import('zod/mini').then((all) => ({ z: all }))
    const { registry, errors } = registryWith([tool('a', { output: z.date() })])
    registry.describe('a')
    expect(errors).toMatchObject([{ code: 'schema_conversion_failed', tool: 'a' }])
  })
})

const hashOf = (more: Partial<ToolDefinition>): string =>
  registryWith([tool('a', more)]).registry.manifest()[0]?.definitionHash ?? ''

describe('the definition hash', () => {
  const base = hashOf({})

  test.each<[string, Partial<ToolDefinition>]>([
    ['name', { name: 'b' }],
    ['description', { description: 'other' }],
    ['schema', { input: { type: 'object', properties: {} } }],
    ['hints', { hints: { readOnly: true } }],
    ["form's own marks", { fingerprint: { action: '/pay' } }],
    ['text of a large schema', { schemaText: '5feceb66' }],
  ])('depends on the %s', (_what, more) => {
    expect(hashOf(more)).not.toBe(base)
  })

  test('does not depend on the order of keys, or on what runs', () => {
    expect(hashOf({ hints: { readOnly: true, destructive: false } })).toBe(
      hashOf({ hints: { destructive: false, readOnly: true } }),
    )
    expect(hashOf({ run: () => ok('other') })).toBe(base)
  })

  test('is there for a schema in circles too', () => {
    const circle: Record<string, unknown> = { type: 'object' }
    circle['properties'] = { again: circle }
    expect(hashOf({ input: circle })).toMatch(/^[\da-f]{64}$/)
  })
})

test('a tool that cannot say what is secret has everything hidden', async () => {
  const { registry } = registryWith([
    tool('a', {
      sensitivePaths: () => {
        throw new Error('no')
      },
    }),
  ])
  const request = requestOf('a', { note: 'a note' })
  await registry.call(request)
  expect(registry.state(request.callId)).toMatchObject({ record: { input: '[redacted]' } })
})

test('sources report their own errors, and listeners can leave', () => {
  const { registry, errors } = setUp()
  const leaving = new AbortController()
  const heard = vi.fn()
  registry.on('error', heard, leaving.signal)
  registry.on('error', heard, AbortSignal.abort())
  registry.reportError('webmcp_unavailable', 'No WebMCP here')
  leaving.abort()
  registry.reportError('webmcp_call_failed', 'Failed', { tool: 'a', cause: 1 })
  expect(errors).toEqual([
    { code: 'webmcp_unavailable', message: 'No WebMCP here' },
    { code: 'webmcp_call_failed', message: 'Failed', tool: 'a', cause: 1 },
  ])
  expect(heard).toHaveBeenCalledTimes(1)
})
