import { shownSchemaMaxBytes, shownSchemaMaxDepth } from './limits.ts'
import { toJson } from './json-boundary.ts'
import { isSchemaObject } from './schema-fields.ts'
import type { JsonSchema } from './tool.ts'

/** A schema as agents and cards get it: itself, or a stand-in that says it is too large. */
export function shownSchema(schema: JsonSchema): JsonSchema {
  const json = toJson(schema)
  if ('error' in json || !isSchemaObject(json.value)) return standIn('cannot be shown')
  if (depthOf(json.value, 0) > shownSchemaMaxDepth)
    return standIn(`is nested deeper than ${shownSchemaMaxDepth} levels`)
  const bytes = new TextEncoder().encode(JSON.stringify(json.value)).length
  return bytes > shownSchemaMaxBytes ? standIn(`is larger than ${shownSchemaMaxBytes} bytes`) : json.value
}

const standIn = (reason: string): JsonSchema => ({
  type: 'object',
  description: `The input schema ${reason} and is left out. The tool's description and params say what it takes.`,
})

function depthOf(value: unknown, depth: number): number {
  if (typeof value !== 'object' || value === null || depth > shownSchemaMaxDepth) return depth
  return Object.values(value).reduce<number>(
    (deepest, child) => Math.max(deepest, depthOf(child, depth + 1)),
    depth,
  )
}
