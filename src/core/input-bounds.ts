import { joinPath } from './dot-path.ts'
import { inputMaxDepth, inputMaxNodes, messageMaxBytes } from './limits.ts'
import type { Issue } from './result.ts'

const forbiddenKeys = new Set(['__proto__', 'prototype', 'constructor'])

/**
 * What is wrong with an input whatever the schema says: keys that could reach a prototype, too many values, too many
 * levels, more than 1 MiB of text, values that JSON does not have.
 */
export function findBoundsIssues(input: unknown): Issue[] {
  const issues: Issue[] = []
  let nodes = 0
  let textBytes = 0
  const pending: { value: unknown; path: string; depth: number }[] = [{ value: input, path: '', depth: 1 }]
  for (let next = pending.pop(); next; next = pending.pop()) {
    nodes += 1
    if (nodes > inputMaxNodes) return [{ path: '', message: `Too many values: at most ${inputMaxNodes}` }]
    const { value, path, depth } = next
    if (typeof value === 'string') textBytes += utf8Length(value)
    if (textBytes > messageMaxBytes) return [{ path: '', message: 'Too large: at most 1 MiB of text' }]
    if (typeof value === 'function' || typeof value === 'symbol')
      issues.push({ path, message: 'Not a JSON value' })
    if (typeof value !== 'object' || value === null) continue
    if (depth > inputMaxDepth)
      return [{ path: '', message: `Nested too deep: at most ${inputMaxDepth} levels` }]
    for (const key of Object.keys(value).toReversed()) {
      textBytes += utf8Length(key)
      if (forbiddenKeys.has(key))
        issues.push({ path: joinPath(path, key), message: `The key \`${key}\` is not allowed` })
      else pending.push({ value: Reflect.get(value, key), path: joinPath(path, key), depth: depth + 1 })
    }
  }
  return issues
}

const encoder = new TextEncoder()
const utf8Length = (text: string): number =>
  text.length > messageMaxBytes ? text.length : encoder.encode(text).length
