import { describe, expect, test, vi } from 'vitest'
import {
  executeListedTool,
  findModelContext,
  listOwnTools,
  type ModelContextLike,
  schemaTextOf,
} from './model-context-adapter.ts'

const window = { isWindow: true } as unknown as Window
const { signal } = new AbortController()

const contextOf = (parts: Partial<ModelContextLike>): ModelContextLike =>
  Object.assign(new EventTarget(), {
    getTools: async () => [],
    executeTool: async () => null,
    registerTool: async () => undefined,
    ...parts,
  })

/** As browsers throw it where the input is to be JSON text. */
const cannotParse = () => new DOMException('Failed to parse input arguments', 'UnknownError')

describe('findModelContext', () => {
  test('takes what can list and execute, and nothing else', () => {
    const context = contextOf({})
    expect(findModelContext({ modelContext: context } as unknown as Document)).toBe(context)
    for (const modelContext of [undefined, null, 5, {}, { getTools: () => [] }]) {
      expect(findModelContext({ modelContext } as unknown as Document)).toBeUndefined()
    }
  })

  test('survives a getter that throws', () => {
    const document = Object.defineProperty({}, 'modelContext', {
      get: () => {
        throw new Error('no')
      },
    })
    expect(findModelContext(document as Document)).toBeUndefined()
  })
})

describe('listOwnTools', () => {
  class ToolObject {
    get name() {
      return 'object'
    }
    get source() {
      return window
    }
  }

  test('leaves out tools of frames, whichever way they name their window', async () => {
    const own = [{ name: 'window', window }, new ToolObject(), { name: 'neither' }]
    const other = [
      { name: 'a', window: {} },
      { name: 'b', source: {} },
      { name: 'c', window: {}, source: window },
    ]
    const getTools = async () => [...own, ...other, null, 'text', 5]
    expect(await listOwnTools(contextOf({ getTools }), window)).toEqual(own)
  })

  test.each([[undefined], [null], ['tools'], [{ length: 1, 0: { name: 'a' } }]])(
    'takes %j for no tools',
    async (listed) => {
      expect(await listOwnTools(contextOf({ getTools: async () => listed }), window)).toEqual([])
    },
  )
})

describe('schemaTextOf', () => {
  test('gives JSON text of every shape a schema has had', () => {
    expect(schemaTextOf({ inputSchema: '{"type":"object"}' })).toBe('{"type":"object"}')
    expect(schemaTextOf({ inputSchema: { type: 'object' } })).toBe('{"type":"object"}')
    for (const inputSchema of ['', null, undefined, 5, true]) {
      expect(schemaTextOf({ inputSchema })).toBeUndefined()
    }
  })
})

describe('executeListedTool', () => {
  const tool = { name: 'add' }

  test('gives the object to browsers that take one', async () => {
    const executeTool = vi.fn(async () => 'done')
    expect(await executeListedTool(contextOf({ executeTool }), tool, { a: 1 }, signal)).toBe('done')
    expect(executeTool.mock.calls).toEqual([[tool, { a: 1 }, { signal }]])
  })

  test('gives JSON text to those that could not parse the object, once', async () => {
    const executeTool = vi.fn(async (_tool: unknown, input: unknown) => {
      if (typeof input !== 'string') throw cannotParse()
      return `got ${input}`
    })
    expect(await executeListedTool(contextOf({ executeTool }), tool, { a: 1 }, signal)).toBe('got {"a":1}')
    expect(executeTool).toHaveBeenCalledTimes(2)
    const never = vi.fn(async () => {
      throw cannotParse()
    })
    await expect(executeListedTool(contextOf({ executeTool: never }), tool, {}, signal)).rejects.toThrow(
      'parse',
    )
    expect(never).toHaveBeenCalledTimes(2)
  })

  test('runs nothing twice: other errors, and a call that was given up, are final', async () => {
    for (const error of [
      new DOMException('Tool failed', 'UnknownError'),
      new Error('Failed to parse input'),
    ]) {
      const executeTool = vi.fn(async () => {
        throw error
      })
      await expect(executeListedTool(contextOf({ executeTool }), tool, {}, signal)).rejects.toBe(error)
      expect(executeTool).toHaveBeenCalledTimes(1)
    }
    const controller = new AbortController()
    const executeTool = vi.fn(async () => {
      controller.abort()
      throw cannotParse()
    })
    await expect(executeListedTool(contextOf({ executeTool }), tool, {}, controller.signal)).rejects.toThrow(
      'parse',
    )
    expect(executeTool).toHaveBeenCalledTimes(1)
  })
})
