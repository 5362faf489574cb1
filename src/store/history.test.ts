import 'fake-indexeddb/auto'
import { deleteDB, openDB } from 'idb'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import type { HistoryIndex } from './history-index.ts'
import type { HistoryEntry } from './history.ts'

// Hundreds of writes, one by one, as the worker makes them.
vi.setConfig({ testTimeout: 30_000 })

const day = 86_400_000
const noon = Date.UTC(2026, 10, 30, 12)

const entryOf = (changes: Partial<HistoryEntry> = {}): HistoryEntry => ({
  callId: crypto.randomUUID(),
  startedAt: noon,
  caller: 'mcp',
  agentId: 'agent-1',
  agentName: 'Claude Code',
  origin: 'https://bistro.example',
  topOrigin: 'https://bistro.example',
  tool: 'booking.fill',
  summary: 'Book a table',
  state: 'settled',
  status: 'ok',
  documentId: 'D1',
  tabId: 1,
  ...changes,
})

/** The store as a worker or a panel that has just started finds it: no connection, nothing in memory. */
async function openStore() {
  vi.resetModules()
  return {
    ...(await import('./history.ts')),
    ...(await import('./history-index.ts')),
    ...(await import('./history-retention.ts')),
    ...(await import('./history-words.ts')),
    ...(await import('./history-entries.ts')),
    ...(await import('./database.ts')),
  }
}
type Store = Awaited<ReturnType<typeof openStore>>

async function loadAll(store: Store) {
  const index: HistoryIndex = { segments: [], isComplete: false }
  await store.loadIndex(index, () => {}, new AbortController().signal)
  return index
}

type Filter = { query?: string; site?: string; outcome?: string; who?: string; tool?: string }

async function find(store: Store, filter: Filter) {
  const index = await loadAll(store)
  const { query = '', ...facets } = filter
  const test = store.createLineTest({ words: store.queryWords(query), ...facets })
  const orders = index.segments.flatMap((segment) => store.matchSegment(segment, test))
  return (await store.readEntries(orders)).map((entry) => entry.callId)
}

let store: Store
beforeEach(async () => {
  if (store) (await store.openDatabase()).close()
  await deleteDB('countersign')
  store = await openStore()
})

describe('writing', () => {
  it('keeps one entry for a call, in its place, at its latest step', async () => {
    const first = entryOf({ state: 'running' })
    const second = entryOf({ startedAt: noon + 5 })
    await store.writeHistory(first)
    await store.writeHistory(second)
    await store.writeHistory({ ...first, state: 'settled', status: 'error', message: 'Tool failed' })

    expect(await find(store, {})).toEqual([second.callId, first.callId])
    expect(await store.findHistory(first.callId)).toMatchObject({ status: 'error', message: 'Tool failed' })
    expect(await find(store, { outcome: 'running' })).toEqual([])
    expect(await find(store, { outcome: 'error' })).toEqual([first.callId])
  })

  it('tells apart calls that started in the same millisecond', async () => {
    const entries = [entryOf(), entryOf(), entryOf()]
    await Promise.all(entries.map((entry) => store.writeHistory(entry)))
    expect(new Set(await find(store, {}))).toEqual(new Set(entries.map((entry) => entry.callId)))
  })

  it('announces each write to other contexts', async () => {
    const heard: string[] = []
    const lifetime = new AbortController()
    store.watchHistory((callId) => heard.push(callId), lifetime.signal)
    const entry = entryOf()
    await store.writeHistory(entry)
    await store.removeHistory({ callId: entry.callId })
    await vi.waitFor(() => expect(heard).toEqual([entry.callId, '']))
    lifetime.abort()
  })

  it('keeps the order of calls over many segments, also of one that came late', async () => {
    const entries = Array.from({ length: 300 }, (_, n) => entryOf({ startedAt: noon + n * 10 }))
    for (const entry of entries) await store.writeHistory(entry)
    const late = entryOf({ startedAt: noon + 1_005 })
    const before = entryOf({ startedAt: noon - 1 })
    await store.writeHistory(late)
    await store.writeHistory(before)

    const expected = [...entries, late, before].sort((a, b) => b.startedAt - a.startedAt)
    expect(await find(store, {})).toEqual(expected.map((entry) => entry.callId))
    const index = await loadAll(store)
    expect(index.segments.length).toBeGreaterThan(1)
    expect(index.segments.every((segment) => segment.orders.length <= 256)).toBe(true)
  })
})

describe('two steps of a call at the same moment', () => {
  it('each see what the other left', async () => {
    const entry = entryOf({ state: 'running' })
    await store.writeHistory(entry)
    const unlessSettled = (facts: Partial<HistoryEntry>) =>
      store.updateHistory(entry.callId, (earlier) =>
        earlier && earlier.state !== 'settled' ? { ...earlier, ...facts } : undefined,
      )
    await Promise.all([
      unlessSettled({ state: 'settled', status: 'ok' }),
      unlessSettled({ state: 'held', summary: 'too late' }),
    ])
    expect(await store.findHistory(entry.callId)).toMatchObject({ state: 'settled', summary: 'Book a table' })
  })

  it('finds what is not settled, whatever its segment', async () => {
    const settled = Array.from({ length: 300 }, (_, n) => entryOf({ startedAt: noon + n }))
    const held = entryOf({ startedAt: noon + 10, state: 'held' })
    const running = entryOf({ startedAt: noon + 900, state: 'running' })
    for (const entry of [...settled, held, running]) await store.writeHistory(entry)
    expect((await store.findUnsettledHistory()).map(({ callId }) => callId)).toEqual([
      held.callId,
      running.callId,
    ])
  })
})

describe('finding', () => {
  it('searches site, agent, tool, summary and field names, in any letter case and without accents', async () => {
    const booking = entryOf({
      record: {
        tool: 'booking.fill',
        labels: { guests: 'Anzahl der Gäste' },
        changes: [{ path: 'guests', before: 2, after: 4 }],
        input: { values: { phone_number: '555' } },
        canUndo: true,
        durationMs: 12,
      },
    })
    const other = entryOf({
      origin: 'https://shop.example',
      topOrigin: 'https://shop.example',
      tool: 'cart.add',
      agentName: 'Cursor',
      summary: '',
    })
    await store.writeHistory(booking)
    await store.writeHistory(other)

    for (const query of [
      'bistro',
      'claude',
      'BOOKING.f',
      'a table',
      'gaste',
      'phone_num',
      'table guests claude',
    ])
      expect(await find(store, { query }), query).toEqual([booking.callId])
    expect(await find(store, { query: 'example' })).toHaveLength(2)
    expect(await find(store, { query: 'bistro cart' })).toEqual([])
  })

  it('finds nothing by a value of a field or by a hidden id', async () => {
    await store.writeHistory(
      entryOf({ record: { tool: 'x', input: { city: 'Zanzibar' }, canUndo: false, durationMs: 1 } }),
    )
    expect(await find(store, { query: 'zanzibar' })).toEqual([])
    expect(await find(store, { query: 'agent-1' })).toEqual([])
    expect(await find(store, { query: 'settled' })).toEqual([])
  })

  it('filters by site, caller, tool and outcome, and counts the choices', async () => {
    const byPerson = entryOf({ caller: 'human', agentId: null, agentName: null })
    const framed = entryOf({ origin: 'https://pay.example' })
    const elsewhere = entryOf({
      origin: 'https://a.example',
      topOrigin: 'https://a.example',
      status: 'error',
      tool: 'cart.add',
    })
    for (const entry of [byPerson, framed, elsewhere]) await store.writeHistory(entry)

    expect(await find(store, { who: 'person' })).toEqual([byPerson.callId])
    expect((await find(store, { site: 'https://bistro.example' })).length).toBe(2)
    expect(await find(store, { site: 'https://pay.example' })).toEqual([framed.callId])
    expect(await find(store, { outcome: 'error' })).toEqual([elsewhere.callId])
    expect(await find(store, { tool: 'cart.add' })).toEqual([elsewhere.callId])
    const counted = store.countFacets(await loadAll(store))
    expect(counted.reduce((sum, { count }) => sum + count, 0)).toBe(3)
    expect(counted.find(({ facets }) => facets.who === 'person')?.count).toBe(1)
  })

  it('tells what was undone from what stands', async () => {
    const undone = entryOf()
    const stands = entryOf({ startedAt: noon + 1 })
    for (const entry of [undone, stands]) await store.writeHistory(entry)
    await store.updateHistory(undone.callId, (entry) => entry && { ...entry, undoneBy: 'c2' })
    expect(await find(store, { outcome: 'ok' })).toEqual([stands.callId])
    expect(await find(store, { outcome: 'undone' })).toEqual([undone.callId])
  })

  it('keeps a hostile name inside its column', async () => {
    const hostile = entryOf({ agentName: 'a\tperson\nhttps://x', origin: 'https://s.example\n' })
    await store.writeHistory(hostile)
    await store.writeHistory(entryOf())
    expect(await find(store, { who: 'agent-1' })).toHaveLength(2)
    expect(await find(store, { who: 'person' })).toEqual([])
  })

  it('reads what was written again without reading the rest', async () => {
    for (let n = 0; n < 300; n += 1) await store.writeHistory(entryOf({ startedAt: noon + n }))
    const index = await loadAll(store)
    const added = entryOf({ startedAt: noon + 1_000, state: 'running' })
    await store.writeHistory(added)
    const order = (await store.findHistory(added.callId))?.order ?? 0
    await store.refreshIndex(index, order)
    expect(index.segments.map((segment) => segment.orders)).toEqual(
      (await loadAll(store)).segments.map((segment) => segment.orders),
    )
    const early = entryOf({ startedAt: noon - 1_000 })
    await store.writeHistory(early)
    await store.refreshIndex(index, (await store.findHistory(early.callId))?.order ?? 0)
    expect(index.segments.flatMap((segment) => [...segment.orders])).toHaveLength(302)
    expect(index.segments.map((segment) => segment.first)).toEqual(
      (await loadAll(store)).segments.map((segment) => segment.first),
    )
  })
})

describe('removing', () => {
  it('removes one, a site with what was framed in it, and everything', async () => {
    const one = entryOf()
    const framed = entryOf({ origin: 'https://pay.example' })
    const own = entryOf({ startedAt: noon + 1 })
    const other = entryOf({ origin: 'https://a.example', topOrigin: 'https://a.example' })
    for (const entry of [one, framed, own, other]) await store.writeHistory(entry)

    await store.removeHistory({ callId: one.callId })
    expect(await find(store, {})).not.toContain(one.callId)
    await store.removeHistory({ origin: 'https://bistro.example' })
    expect(await find(store, {})).toEqual([other.callId])
    expect(await store.findHistory(framed.callId)).toBeUndefined()
    await store.removeHistory({ isEverything: true })
    expect(await find(store, {})).toEqual([])
  })

  it('enforces age and count, oldest first', async () => {
    const old = Array.from({ length: 260 }, (_, n) => entryOf({ startedAt: noon - 40 * day + n }))
    const recent = Array.from({ length: 300 }, (_, n) => entryOf({ startedAt: noon - day + n }))
    for (const entry of [...old, ...recent]) await store.writeHistory(entry)

    expect(await store.enforceRetention(noon, { retentionDays: 30, retentionCount: 1_000 })).toBe(260)
    expect(await store.enforceRetention(noon, { retentionDays: 30, retentionCount: 120 })).toBe(180)
    const kept = recent.slice(-120).toReversed()
    expect(await find(store, {})).toEqual(kept.map((entry) => entry.callId))
    expect(await store.enforceRetention(noon, { retentionDays: 30, retentionCount: 120 })).toBe(0)
  })
})

describe('an update of the extension', () => {
  it('keeps the history that version 1 wrote, and lists and finds it', async () => {
    const old = await openDB('countersign', 1, {
      upgrade(database) {
        database.createObjectStore('history', { keyPath: 'callId' }).createIndex('startedAt', 'startedAt')
        const outcomes = database.createObjectStore('outcomes', { keyPath: 'callId' })
        outcomes.createIndex('agentId', 'agentId')
        outcomes.createIndex('confirmId', 'confirmId')
      },
    })
    const entries = Array.from({ length: 600 }, (_, n) =>
      entryOf({ startedAt: noon + ((n * 7) % 600), tool: n === 5 ? 'rare.tool' : 'booking.fill' }),
    )
    for (const entry of entries) await old.put('history', entry)
    await old.put('outcomes', { callId: 'c', agentId: 'agent-1', confirmId: 'k' })
    old.close()

    const expected = entries.toSorted((a, b) => b.startedAt - a.startedAt)
    expect(await find(store, {})).toEqual(expected.map((entry) => entry.callId))
    expect(await find(store, { query: 'rare' })).toEqual([entries[5]?.callId])
    const [first] = entries
    await store.writeHistory({ ...entryOf(first), status: 'error' })
    expect(await find(store, { outcome: 'error' })).toEqual([first?.callId])
    expect(await (await store.openDatabase()).get('outcomes', 'c')).toMatchObject({ confirmId: 'k' })
  })
})
