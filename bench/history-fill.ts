import { fillEntries } from '../src/store/history-entries.ts'
import {
  announceRemoval,
  changeHistory,
  findHistory,
  writeHistory,
  type HistoryEntry,
} from '../src/store/history.ts'

/** Runs in a page of the extension. Entries are made from their number alone, so every run is the same. */
export type FillHistory = (count: number, newestAt: number) => Promise<void>

const sites = ['bistro', 'rail', 'bank', 'crm', 'wiki', 'shop', 'mail', 'tax', 'clinic', 'school'].flatMap(
  (name) => [`https://${name}.example`, `https://www.${name}.example`],
)
const agentNames = ['Claude Code', 'Cursor', 'Claude Desktop', 'Zed', 'Inspector']
const forms = ['booking', 'contact', 'payment', 'search', 'profile', 'order', 'invoice', 'ticket']
const fields = [
  'guests',
  'date',
  'time',
  'first_name',
  'last_name',
  'email',
  'phone',
  'notes',
  'street',
  'city',
]
const outcomes = ['ok', 'ok', 'ok', 'ok', 'ok', 'ok', 'invalid', 'refused', 'cancelled', 'error'] as const

/** A form has its fields, and most fills write most of them. */
const fieldsOf = (form: string, chance: number): string[] =>
  fields.filter((_, at) => (form.length + at) % 3 !== 0 && (chance % 4 !== 0 || at % 4 !== 0))

/** Calls come every 25 s or so: a hundred thousand of them span a month. */
const spacingMs = 25_000

const pick = <T>(from: readonly T[], n: number): T => from[n % from.length] as T

/** A number that looks like chance and is not. */
const scatter = (n: number): number => Math.imul(n ^ 0x9e3779b9, 0x85ebca6b) >>> 8

export function createSampleEntry(n: number, startedAt: number): HistoryEntry {
  const chance = scatter(n)
  const form = pick(forms, chance)
  const kind = chance % 5 === 0 ? 'submit' : 'fill'
  const isPerson = chance % 17 === 0
  const origin = pick(sites, chance >> 3)
  const status = pick(outcomes, chance >> 5)
  const used = fieldsOf(form, chance)
  return {
    callId: `00000000-0000-4000-8000-${String(n).padStart(12, '0')}`,
    startedAt,
    caller: isPerson ? 'human' : 'mcp',
    agentId: isPerson ? null : `agent-${chance % agentNames.length}`,
    agentName: isPerson ? null : pick(agentNames, chance),
    origin,
    topOrigin: origin,
    tool: `${form}.${kind}`,
    title: `${kind === 'fill' ? 'Fill' : 'Submit'} ${form}`,
    summary: `${kind === 'fill' ? 'Fill' : 'Submit'} the ${form} form, number ${n}`,
    state: 'settled',
    status,
    ...(status === 'refused'
      ? { code: 'stale', message: 'Form changed since confirmation was requested' }
      : {}),
    ...(status === 'cancelled' ? { by: 'operator' } : {}),
    ...(status === 'error' ? { message: 'Tool failed' } : {}),
    decidedBy: pick(['person', 'grant', 'mode', 'hints'], chance),
    record: {
      tool: `${form}.${kind}`,
      input: { values: Object.fromEntries(used.map((field, at) => [field, `${field} ${chance >> at}`])) },
      changes:
        status === 'ok'
          ? used.map((path, at) => ({ path, before: '', after: `${path} ${chance >> at}` }))
          : [],
      labels: Object.fromEntries(used.map((path) => [path, path.replace('_', ' ')])),
      ...(status === 'invalid' ? { issues: [{ path: 'date', message: 'Not a date' }] } : {}),
      canUndo: status === 'ok',
      durationMs: chance % 4_000,
    },
    documentId: `document-${chance % 50}`,
    tabId: chance % 50,
  }
}

const batchLength = 2_560

export const fillHistory: FillHistory = async (count, newestAt) => {
  for (let from = 0; from < count; from += batchLength) {
    const length = Math.min(batchLength, count - from)
    const entries = Array.from({ length }, (_, at) =>
      createSampleEntry(from + at, newestAt - (count - 1 - from - at) * spacingMs),
    )
    await changeHistory((stores) => fillEntries(stores, entries))
  }
  announceRemoval()
}

/** Calls as they are given, oldest first. */
const fillCalls = async (entries: HistoryEntry[]): Promise<void> => {
  await changeHistory((stores) => fillEntries(stores, entries))
  announceRemoval()
}

/** One more call that has just begun. Returns its id. */
const startCall = async (n: number): Promise<string> => {
  const { record: _, status: _status, ...entry } = createSampleEntry(n, Date.now())
  await writeHistory({ ...entry, state: 'running' })
  return entry.callId
}

/** The same call once it has ended. */
const endCall = async (n: number): Promise<void> => {
  const { callId, record } = createSampleEntry(n, 0)
  const begun = await findHistory(callId)
  if (begun) await writeHistory({ ...begun, state: 'settled', status: 'ok', ...(record ? { record } : {}) })
}

Object.assign(globalThis, { fillHistory, fillCalls, startCall, endCall })
