import { canonicalJson } from './canonical-json.ts'
import { joinPath } from './dot-path.ts'
import type { Issue } from './result.ts'
import { redacted } from './redaction.ts'

const unmatched =
  'A hidden value cannot be matched to this place without doubt. Leave the hidden parts as they were, or type the value'

type Trees = { original: unknown; shown: unknown; edited: unknown }

/**
 * Puts the real values back where an edited input still has the placeholders that were shown. Whatever is left as it
 * was shown becomes the exact original; a placeholder anywhere else, or inside a list that was changed, is an issue.
 */
export function restorePlaceholders(
  trees: Trees,
): { input: unknown; edited: string[] } | { issues: Issue[] } {
  const issues: Issue[] = []
  const edited: string[] = []
  const input = restore(trees, '', { issues, edited })
  return issues.length > 0 ? { issues } : { input, edited }
}

type Found = { issues: Issue[]; edited: string[] }

function restore(trees: Trees, path: string, found: Found): unknown {
  if (isSame(trees.edited, trees.shown)) return trees.original
  if (!isRecord(trees.edited) || !isRecord(trees.shown) || !isRecord(trees.original)) {
    found.edited.push(path)
    reportPlaceholders(trees.edited, path, found)
    return trees.edited
  }
  return restoreRecord(trees.edited, trees.shown, { original: trees.original, path, found })
}

function restoreRecord(
  edited: Record<string, unknown>,
  shown: Record<string, unknown>,
  at: { original: Record<string, unknown>; path: string; found: Found },
): Record<string, unknown> {
  const restored: Record<string, unknown> = {}
  for (const [key, value] of Object.entries(edited)) {
    const path = joinPath(at.path, key)
    const isKnown = Object.hasOwn(shown, key) && Object.hasOwn(at.original, key)
    // A key that was not shown may be a shown one renamed or moved: whose secret its placeholder means is unknown.
    const trees: Trees = {
      edited: value,
      shown: isKnown ? shown[key] : undefined,
      original: at.original[key],
    }
    const next = isKnown ? restore(trees, path, at.found) : addedValue(value, path, at.found)
    Object.defineProperty(restored, key, {
      value: next,
      enumerable: true,
      writable: true,
      configurable: true,
    })
  }
  for (const key of Object.keys(shown)) {
    if (!Object.hasOwn(edited, key)) at.found.edited.push(joinPath(at.path, key))
  }
  return restored
}

function addedValue(value: unknown, path: string, found: Found): unknown {
  found.edited.push(path)
  reportPlaceholders(value, path, found)
  return value
}

function reportPlaceholders(value: unknown, path: string, found: Found): void {
  if (typeof value === 'string' && value.includes(redacted)) found.issues.push({ path, message: unmatched })
  if (typeof value !== 'object' || value === null) return
  for (const [key, child] of Object.entries(value)) {
    if (key.includes(redacted)) found.issues.push({ path, message: unmatched })
    reportPlaceholders(child, joinPath(path, key), found)
  }
}

const isSame = (a: unknown, b: unknown): boolean => canonicalJson(a) === canonicalJson(b)

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
