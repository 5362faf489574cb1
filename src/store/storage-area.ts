import browser from 'webextension-polyfill'
import { canonicalJson } from '../core/canonical-json.ts'

export type Area = 'session' | 'local'

/** Reads and writes one area of the extension's storage. */
export type StorageArea = {
  get(key: string): Promise<unknown>
  getAll(): Promise<ReadonlyMap<string, unknown>>
  set(key: string, value: unknown): Promise<void>
  /** Stores it after `delayMs` unless it is set anew or removed before, and reads as if it were stored already. */
  setSoon(key: string, value: unknown, delayMs: number): Promise<void>
  remove(key: string): Promise<void>
}

const createDirect = (area: Area): StorageArea => {
  const stored = browser.storage[area]
  return {
    get: async (key) => (await stored.get(key))[key],
    getAll: async () => new Map(Object.entries(await stored.get(null))),
    set: (key, value) => stored.set({ [key]: value }),
    setSoon: (key, value) => stored.set({ [key]: value }),
    remove: (key) => stored.remove(key),
  }
}

/**
 * A copy of the whole area, made at the first read. A value is in it once it is stored, never before (but for `setSoon`), and
 * when the browser reports it at the latest: who hears of a change finds it.
 */
function createRemembering(area: Area): StorageArea {
  const stored = createDirect(area)
  const echoes = createEchoes()
  let copy: Promise<Map<string, unknown>> | undefined
  let loaded: Map<string, unknown> | undefined
  const load = (): Promise<Map<string, unknown>> => {
    copy ??= stored.getAll().then((all) => (loaded = new Map(all)))
    copy.catch(() => (copy = undefined))
    return copy
  }
  browser.storage.onChanged.addListener((changes, changed) => {
    if (changed !== area) return
    for (const [key, { newValue }] of Object.entries(changes)) {
      if (!echoes.isLatest(key, newValue)) continue
      if (loaded) put(loaded, key, newValue)
      else void copy?.then((all) => put(all, key, newValue))
    }
  })
  const waiting = new Map<string, ReturnType<typeof setTimeout>>()
  const stopWaiting = (key: string): boolean => {
    clearTimeout(waiting.get(key))
    return waiting.delete(key)
  }
  const write = async (key: string, value: unknown): Promise<void> => {
    const all = await load()
    const wasWaiting = stopWaiting(key)
    if (value === undefined && wasWaiting) put(all, key, value)
    if (value === undefined && !all.has(key)) return
    echoes.expect(key, value)
    await (value === undefined ? stored.remove(key) : stored.set(key, value))
    put(all, key, value)
  }
  return {
    get: async (key) => (await load()).get(key),
    getAll: load,
    set: write,
    async setSoon(key, value, delayMs) {
      put(await load(), key, value)
      stopWaiting(key)
      waiting.set(
        key,
        setTimeout(() => void write(key, value), delayMs),
      )
    },
    remove: (key) => write(key, undefined),
  }
}

/** `undefined` removes. */
export function put<T>(all: Map<string, T>, key: string, value: T | undefined): void {
  if (value === undefined) all.delete(key)
  else all.set(key, value)
}

const maxExpected = 8

/**
 * Tells this context's own writes from those of others when the browser reports them, which may be after the next write
 * of the same key. A write that changes nothing is not reported.
 */
function createEchoes() {
  const expected = new Map<string, string[]>()
  return {
    expect(key: string, value: unknown): void {
      const texts = [...(expected.get(key) ?? []), textOf(value)]
      expected.set(key, texts.slice(-maxExpected))
    },
    /** Hears of a value in storage; false where a later one of ours is on its way there. */
    isLatest(key: string, value: unknown): boolean {
      const texts = expected.get(key) ?? []
      const later = texts.slice(texts.indexOf(textOf(value)) + 1)
      const isOwn = later.length < texts.length
      if (isOwn && later.length > 0) expected.set(key, later)
      else if (isOwn) expected.delete(key)
      return !isOwn || later.length === 0
    },
  }
}

/** The browser gives the keys of an object back in an order of its own. */
const textOf = (value: unknown): string => (value === undefined ? '' : canonicalJson(value))

// Of this context. Extension pages read storage itself: what the worker has just told them may not be reported to them yet.
const areas = new Map<Area, StorageArea>()
let create = createDirect

export function storageArea(area: Area): StorageArea {
  const known = areas.get(area) ?? create(area)
  areas.set(area, known)
  return known
}

/** For the worker, the only writer: what it has read or written once it need not ask the browser for again. */
export function rememberStorage(): void {
  create = createRemembering
  areas.clear()
  // They listen before anybody who acts on what they hear.
  storageArea('session')
  storageArea('local')
}
