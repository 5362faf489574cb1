import { describe, expect, test } from 'vitest'
import { readToolInput, toolInputs } from './tool-inputs.ts'
import { toolList } from './tool-list.ts'

const call = (input: unknown) => readToolInput('call_tool', { page: 'p', tool: 't', input })

describe('the tools of the MCP server', () => {
  test('are seven, in at most 4 KB', () => {
    expect(toolList.map(({ name }) => name)).toEqual(Object.keys(toolInputs))
    expect(Buffer.byteLength(JSON.stringify({ tools: toolList }))).toBeLessThanOrEqual(4_096)
  })

  test('have schemas that every client takes', () => {
    for (const { inputSchema, name, outputSchema } of toolList) {
      expect(Object.keys(inputSchema)).not.toContain('oneOf')
      expect(Object.keys(inputSchema)).not.toContain('anyOf')
      expect(inputSchema.type).toBe('object')
      expect(outputSchema).toBeUndefined()
      expect(Object.keys(inputSchema.properties ?? {})).toEqual(
        Object.keys(toolInputs[name as keyof typeof toolInputs].def.shape),
      )
    }
  })

  test('say what is wrong with their arguments', () => {
    expect(readToolInput('list_tools', {})).toEqual({
      issues: [{ path: 'page', message: expect.any(String) }],
    })
    expect(readToolInput('list_tools', { page: 'p', guest: 1 })).toEqual({
      issues: [{ path: '', message: 'Unknown field guest. Fields: page' }],
    })
    expect(readToolInput('list_pages', undefined)).toEqual({ input: {} })
    expect(readToolInput('await_confirmation', { ids: [] })).toHaveProperty('issues')
  })

  test('take at most 1 MiB and 64 levels', () => {
    expect(call('x'.repeat(1_000_000))).toHaveProperty('input')
    expect(call('ä'.repeat(600_000))).toEqual({ issues: [{ path: '', message: 'Larger than 1 MiB' }] })
    let deep: unknown = 1
    for (let level = 0; level < 100; level += 1) deep = [deep]
    expect(call(deep)).toEqual({ issues: [{ path: '', message: 'Nested deeper than 64 levels' }] })
  })
})
