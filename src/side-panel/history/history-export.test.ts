import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { StoredEntry } from '../../store/history-entries.ts'
import {
  csvHead,
  jsonColumns,
  toCsvLine,
  toExported,
  toJsonLine,
  type ExportedCall,
} from './history-export.ts'

const entryOf = (changes: Partial<StoredEntry>): StoredEntry => ({
  order: 1,
  callId: 'c1',
  startedAt: Date.UTC(2026, 10, 30, 12),
  caller: 'mcp',
  agentId: 'a1',
  agentName: 'Claude Code',
  origin: 'https://bistro.example',
  topOrigin: 'https://bistro.example',
  tool: 'booking.fill',
  state: 'settled',
  status: 'ok',
  documentId: 'D',
  tabId: 1,
  ...changes,
})

/** Reads CSV as spreadsheets do: by RFC 4180, character by character. */
function parseCsv(text: string): string[][] {
  const rows: string[][] = []
  let row: string[] = []
  let cell = ''
  let isQuoted = false
  for (let at = 0; at < text.length; at += 1) {
    const character = text[at] ?? ''
    if (isQuoted) {
      if (character !== '"') cell += character
      else if (text[at + 1] === '"') cell += text[(at += 1)]
      else isQuoted = false
    } else if (character === '"') isQuoted = true
    else if (character === ',' || character === '\r') {
      row.push(cell)
      cell = ''
      if (character === '\r') {
        rows.push(row)
        row = []
        at += 1
      }
    } else cell += character
  }
  return rows
}

/** A parsed CSV row back in the shape of a JSON line. */
function fromCells(columns: string[], cells: string[]): Record<string, unknown> {
  return Object.fromEntries(
    columns.map((column, at) => {
      const cell = (cells[at] ?? '').replace(/^'/, '')
      if (cell === '') return [column, null]
      if ((jsonColumns as readonly string[]).includes(column)) return [column, JSON.parse(cell) as unknown]
      return [column, column === 'durationMs' ? Number(cell) : cell]
    }),
  )
}

const cellOf = (call: ExportedCall, name: keyof ExportedCall): string | undefined =>
  parseCsv(toCsvLine(call))[0]?.[Object.keys(call).indexOf(name)]

const hostile = fc.oneof(
  fc.string({ unit: 'binary', minLength: 1 }),
  fc
    .tuple(fc.constantFrom('=', '+', '-', '@', '\t', '\r', '\n', "'", '"', ',', '＝'), fc.string())
    .map((pair) => pair.join('')),
  fc.constantFrom('=HYPERLINK("https://evil.example","x")', '@SUM(1+1)*cmd|" /C calc"!A0', "''=1", '\uD800x'),
)

describe('an export', () => {
  it('reads back the same from JSON Lines and from CSV, whatever is in it', () => {
    fc.assert(
      fc.property(fc.array(fc.tuple(hostile, hostile, fc.jsonValue()), { minLength: 1 }), (rows) => {
        const calls = rows.map(([title, note, input]) =>
          toExported(
            entryOf({
              title,
              note,
              record: {
                tool: 't',
                input,
                changes: [{ path: 'a', before: note, after: title }],
                canUndo: false,
                durationMs: 7,
              },
            }),
          ),
        )
        const lines = calls.map(toJsonLine).join('').trimEnd().split('\n')
        const fromJson = lines.map((line) => JSON.parse(line) as Record<string, unknown>)
        const csv = csvHead(Object.keys(calls[0] ?? {})) + calls.map(toCsvLine).join('')
        const [columns = [], ...cells] = parseCsv(csv.slice(1))

        expect(cells.map((row) => fromCells(columns, row))).toEqual(fromJson)
        expect(fromJson.map((call) => call['input'])).toEqual(
          rows.map(([, , input]) => JSON.parse(JSON.stringify(input)) as unknown),
        )
      }),
    )
  })

  it('has no cell that a spreadsheet would take for a formula', () => {
    fc.assert(
      fc.property(hostile, hostile, (tool, agentName) => {
        const line = toCsvLine(toExported(entryOf({ tool, agentName, message: tool })))
        for (const cell of parseCsv(line)[0] ?? []) expect(cell).not.toMatch(/^[=+\-@\t\r\n＝＋－＠]/u)
      }),
    )
  })

  it.each(
    // oxfmt-ignore
    [
      '007', '12', '1e5', '.5', '1,000', '(5)', '5%', '$5', '€5', '1/2', '12:30', '2026-11-30', ' 5', '\u00A05', '#N/A',
      'TRUE', 'false', 'Jan 5', 'March 2020', 'SEPT2', '5. Mai', 'Mai 5', '-5', '+49 170 1',
    ],
  )('keeps %j from being taken for a number, a date or a truth value', (note) => {
    const call = toExported(entryOf({ note }))
    expect(cellOf(call, 'note')).toBe(`'${note}`)
    expect(call.note).toBe(note)
  })

  it('leaves words, times and ids as they are', () => {
    const callId = '12345678-9012-4345-8678-901234567890'
    const call = toExported(entryOf({ callId, note: 'Find a table for 2' }))
    for (const name of ['time', 'callId', 'tool', 'site', 'note'] as const)
      expect(cellOf(call, name)).toBe(call[name])
  })

  it('has nothing in a text that a spreadsheet would drop or change', () => {
    const call = toExported(entryOf({ note: 'a\r\nb\rc\td\u0000\u0007\uD800' }))
    expect(call.note).toBe('a\nb\nc\td\uFFFD')
    expect(toExported(entryOf({ note: '\u0000' })).note).toBeNull()
  })

  it('gives one line for each call, also where a text has line breaks', () => {
    const line = toJsonLine(toExported(entryOf({ note: 'a\nb\u2028c\r\n' })))
    expect(line.match(/\n/g)).toHaveLength(1)
    expect(parseCsv(toCsvLine(toExported(entryOf({ note: 'a\nb\r\nc' }))))).toHaveLength(1)
  })
})
