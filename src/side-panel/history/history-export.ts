import { readEntries } from '../../store/history-index.ts'
import type { StoredEntry } from '../../store/history-entries.ts'

export type ExportFormat = 'jsonl' | 'csv'

/** Times as ISO 8601 in UTC. */
const columns = {
  time: (entry) => new Date(entry.startedAt).toISOString(),
  callId: (entry) => entry.callId,
  caller: (entry) => entry.caller,
  agentId: (entry) => entry.agentId,
  agent: (entry) => entry.agentName,
  site: (entry) => entry.origin,
  topSite: (entry) => entry.topOrigin,
  tool: (entry) => entry.tool,
  title: (entry) => entry.title,
  summary: (entry) => entry.summary,
  state: (entry) => entry.state,
  outcome: (entry) => entry.status,
  code: (entry) => entry.code,
  cancelledBy: (entry) => entry.by,
  note: (entry) => entry.note,
  message: (entry) => entry.message,
  decidedBy: (entry) => entry.decidedBy,
  durationMs: (entry) => entry.record?.durationMs,
  errorText: (entry) => entry.record?.errorText,
  undoOf: (entry) => entry.undoOf,
  undoneBy: (entry) => entry.undoneBy,
  input: (entry) => entry.record?.input,
  changes: (entry) => entry.record?.changes,
  skipped: (entry) => entry.record?.skipped,
  issues: (entry) => entry.record?.issues,
  edited: (entry) => entry.record?.edited,
} satisfies Record<string, (entry: StoredEntry) => unknown>

/** A call as exports give it, the same in both formats; `null` for what is not there. */
export type ExportedCall = Record<keyof typeof columns, unknown>

export const toExported = (entry: StoredEntry): ExportedCall =>
  // `Object.entries` keeps the keys and forgets their type.
  Object.fromEntries(
    Object.entries(columns).map(([name, read]) => [name, toExportable(name, read(entry))]),
  ) as ExportedCall

/** No text and an empty one are the same cell. */
const toExportable = (name: string, value: unknown): unknown =>
  typeof value === 'string' && !isJsonColumn(name) ? cleanText(value) || null : (value ?? null)

/** Spreadsheets keep no control character in a cell, and one kind of line break: both formats do without the others. */
const cleanText = (text: string): string =>
  text
    .toWellFormed()
    .replaceAll(/\r\n?/g, '\n')
    // oxlint-disable-next-line no-control-regex -- they are what is taken out
    .replaceAll(/[\u0000-\u0008\u000B-\u001F\u007F\uFEFF\uFFFE\uFFFF]/g, '')

/** Columns whose cells are JSON. */
export const jsonColumns = ['input', 'changes', 'skipped', 'issues', 'edited'] as const
const isJsonColumn = (name: string): boolean => (jsonColumns as readonly string[]).includes(name)

// Half a surrogate pair cannot be written as UTF-8; a replacement character is what it would become anyway.
const toJson = (value: unknown): string =>
  JSON.stringify(value, (_key, part: unknown) => {
    if (typeof part === 'string') return part.toWellFormed()
    return typeof part === 'bigint' ? String(part) : part
  })

export const toJsonLine = (call: ExportedCall): string => `${toJson(call)}\n`

/** RFC 4180. The byte order mark is what makes spreadsheets read UTF-8. */
export const csvHead = (columns: readonly string[]): string => `\uFEFF${columns.join(',')}\r\n`

export const toCsvLine = (call: ExportedCall): string =>
  `${Object.entries(call)
    .map(([name, value]) =>
      toCell(isJsonColumn(name) && value !== null ? toJson(value) : (value as string | number | null)),
    )
    .join(',')}\r\n`

/**
 * A text that a spreadsheet could take for a formula, a number, a date or a truth value gets an apostrophe before it, as
 * does one that begins with an apostrophe: taking one off again gives the value back, whatever it was.
 */
function toCell(value: string | number | null): string {
  if (value === null) return ''
  if (typeof value === 'number') return String(value)
  return `"${(isTakenForMore(value) ? `'${value}` : value).replaceAll('"', '""')}"`
}

const isTakenForMore = (text: string): boolean =>
  /^[\s'=+\-@#%.,(\p{N}\p{Sc}\u2212\uFE62\uFF1D\uFF0B\uFF0D\uFF20]/u.test(text)
    ? !isPlainId.test(text)
    : isDateOrTruth.test(text)

/** Times and call ids, which no spreadsheet takes for anything but text. */
const isPlainId = /^(\d{4}-\d\d-\d\dT[\d:.]{12}Z|[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12})$/

/** `SEPT2` and `Mai 5` are dates to some: months have other names in other languages. */
const isDateOrTruth = /^(true|false|\p{L}{3,}[\s.,/-]*\p{N}[\p{N}\s.,:/-]*)$/iu

const chunkLength = 500

/** All calls of these orders as one file; read and written in parts, so that the panel stays usable. */
export async function createExport(
  orders: readonly number[],
  format: ExportFormat,
  onProgress: (done: number) => void,
): Promise<Blob> {
  const parts: string[] = []
  for (let from = 0; from < orders.length; from += chunkLength) {
    const calls = (await readEntries(orders.slice(from, from + chunkLength))).map(toExported)
    const [first] = calls
    if (format === 'csv' && parts.length === 0 && first) parts.push(csvHead(Object.keys(first)))
    parts.push(calls.map(format === 'csv' ? toCsvLine : toJsonLine).join(''))
    onProgress(Math.min(from + chunkLength, orders.length))
  }
  const type = format === 'csv' ? 'text/csv;charset=utf-8' : 'application/jsonl'
  return new Blob(parts, { type })
}

export const exportName = (format: ExportFormat, nowMs: number): string =>
  `countersign-history-${new Date(nowMs).toISOString().slice(0, 10)}.${format}`

export function saveFile(file: Blob, name: string): void {
  const address = URL.createObjectURL(file)
  const link = document.createElement('a')
  link.href = address
  link.download = name
  link.click()
  // The browser has its own hold on the file once the download has begun.
  setTimeout(() => URL.revokeObjectURL(address), 60_000)
}
