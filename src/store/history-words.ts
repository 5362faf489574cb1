import type { HistoryEntry } from './history.ts'

const maxTextLength = 1_000
const maxFieldNames = 60

/** The same letters for the eye are the same letters for the search: case, accents and width do not count. */
export const foldText = (text: string): string =>
  text
    .slice(0, maxTextLength * 2)
    .normalize('NFKD')
    .replaceAll(/\p{M}+/gu, '')
    .toLowerCase()
    .replaceAll(/[\p{C}\s]+/gu, ' ')

/** The words of a query, each of which has to be found somewhere. */
export const queryWords = (query: string): string[] =>
  foldText(query)
    .split(' ')
    .filter((word) => word !== '')

/** What most calls of a tool have in common: site, who, tool, title and names of fields; never a value of a field. */
export function commonTextOf(entry: HistoryEntry): string {
  const parts = [entry.origin, entry.agentName, entry.tool, entry.title, ...fieldNamesOf(entry)]
  if (entry.topOrigin !== entry.origin) parts.push(entry.topOrigin)
  return foldAll(parts)
}

/** What a call has for itself. */
export const ownTextOf = (entry: HistoryEntry): string => foldAll([entry.summary])

const foldAll = (parts: readonly (string | null | undefined)[]): string =>
  foldText([...new Set(parts.filter((part) => part !== undefined && part !== null))].join(' ')).slice(
    0,
    maxTextLength,
  )

function fieldNamesOf({ record }: HistoryEntry): string[] {
  if (!record) return []
  const names = [
    ...Object.values(record.labels ?? {}),
    ...(record.changes ?? []).map((change) => change.path),
    ...(record.skipped ?? []).map((field) => field.path),
    ...(record.issues ?? []).map((issue) => issue.path),
    ...keysOf(record.input, 3),
  ]
  return [...new Set(names)].slice(0, maxFieldNames)
}

function keysOf(value: unknown, depth: number): string[] {
  if (typeof value !== 'object' || value === null || depth === 0) return []
  if (Array.isArray(value)) return value.slice(0, 5).flatMap((item) => keysOf(item, depth - 1))
  return Object.entries(value)
    .slice(0, maxFieldNames)
    .flatMap(([key, child]) => [key, ...keysOf(child, depth - 1)])
}
