import { joinPath } from './dot-path.ts'
import type { Issue } from './result.ts'
import { isSchemaObject } from './schema-fields.ts'
import type { JsonSchema } from './tool.ts'

/**
 * Changes a list where it is instead of replacing it. Positions count from 0 and are those of the list as it is now:
 * what is taken away goes before what is added.
 */
export type ArrayOperation = { $append?: readonly unknown[]; $remove?: readonly number[] }

const operations = ['$append', '$remove']

export const isArrayOperation = (value: unknown): value is ArrayOperation =>
  isSchemaObject(value) &&
  Object.keys(value).length > 0 &&
  Object.entries(value).every(([key, operand]) => operations.includes(key) && Array.isArray(operand))

/** What a list becomes: an array replaces it, `null` empties it, an operation changes it. Never throws. */
export function nextArray(
  current: readonly unknown[],
  given: unknown,
  path = '',
): { value: unknown[] } | { issues: Issue[] } {
  if (Array.isArray(given)) return { value: [...given] }
  if (given === null) return { value: [] }
  if (!isArrayOperation(given))
    return {
      issues: [{ path, message: 'Expected an array, or an object with `$append`, `$remove` or both' }],
    }
  const { $append = [], $remove = [] } = given
  const issues = $remove.flatMap((index, i) => positionIssue(index, i, { $remove, current, path }))
  if (issues.length > 0) return { issues }
  const removed = new Set($remove)
  return { value: [...current.filter((_item, index) => !removed.has(index)), ...$append] }
}

function positionIssue(
  index: unknown,
  at: number,
  list: { $remove: readonly unknown[]; current: readonly unknown[]; path: string },
): Issue[] {
  const { length } = list.current
  const path = joinPath(joinPath(list.path, '$remove'), at)
  if (list.$remove.indexOf(index) !== at) return [{ path, message: 'This position is named twice' }]
  const isThere = typeof index === 'number' && Number.isInteger(index) && index >= 0 && index < length
  if (isThere) return []
  const positions = length === 0 ? 'The list is empty' : `Positions now: 0 to ${length - 1}`
  return [{ path, message: `There is no item at ${JSON.stringify(index)}. ${positions}` }]
}

/** The schema of a list, opened for operations on it; `null` stays for "empty it". */
export function withArrayOperations(list: JsonSchema): JsonSchema {
  const items = isSchemaObject(list['items']) ? list['items'] : {}
  // The titles of choices are told once, with the list itself.
  const { oneOf: _titles, ...untitled } = items
  const appended = 'enum' in items ? untitled : items
  return {
    ...list,
    type: ['array', 'object', 'null'],
    properties: {
      $append: { type: 'array', minItems: 1, uniqueItems: true, items: appended },
      $remove: { type: 'array', minItems: 1, uniqueItems: true, items: { type: 'integer', minimum: 0 } },
    },
    minProperties: 1,
    additionalProperties: false,
  }
}

/** Whether the object form of a schema is only that of operations on its list. */
export const takesArrayOperations = (schema: JsonSchema): boolean =>
  Array.isArray(schema['type']) &&
  schema['type'].includes('array') &&
  isSchemaObject(schema['properties']) &&
  '$append' in schema['properties']
