import type * as z from 'zod/mini'
import browser, { type Storage } from 'webextension-polyfill'
import { put, storageArea, type Area } from './storage-area.ts'

export type StoredItem<T> = {
  read(): Promise<T>
  /** The background's alone. Updates of one item are queued, each sees what the one before it left. */
  update(change: (current: T) => T): Promise<T>
  /** Calls with every later value, and once at the start. */
  watch(listener: (value: T) => void, signal: AbortSignal): void
}

/** Many values of one kind, each under a key of its own: `<prefix><id>`. */
export type StoredFamily<T> = {
  find(id: string): Promise<T | undefined>
  readAll(): Promise<Map<string, T>>
  /** The background's alone. `undefined` removes; an unchanged value (the same object) writes nothing. */
  update(id: string, change: (current: T | undefined) => T | undefined): Promise<T | undefined>
  /** The background's alone. A new value that is not stored where it is gone again before the delay in milliseconds is over. */
  addSoon(id: string, value: T, delayMs: number): Promise<void>
  watch(listener: (all: Map<string, T>) => void, signal: AbortSignal): void
}

// Lives as long as this context; the order of writes matters only among writers, and the background is the only one.
const queues = new Map<string, Promise<unknown>>()

function enqueue<T>(queue: string, step: () => Promise<T>): Promise<T> {
  const result = (queues.get(queue) ?? Promise.resolve()).then(step)
  const settled = result.catch(() => undefined)
  queues.set(queue, settled)
  void settled.then(() => queues.get(queue) === settled && queues.delete(queue))
  return result
}

/** A value that is still the same object is not parsed again. */
function parseOnce<T>(parse: (value: unknown) => T): (value: unknown) => T {
  const parsed = new WeakMap<object, { value: T }>()
  return (value) => {
    if (typeof value !== 'object' || value === null) return parse(value)
    const known = parsed.get(value) ?? { value: parse(value) }
    parsed.set(value, known)
    return known.value
  }
}

/** A stored value that does not parse reads as `initial`. Storage holds JSON: no `Date`, `Map` or `File`. */
export function defineStoredItem<S extends z.ZodMiniType>(
  area: Area,
  key: string,
  schema: S,
  initial: z.infer<S>,
): StoredItem<z.infer<S>> {
  type T = z.infer<S>
  const parse = parseOnce((value): T => {
    const parsed = schema.safeParse(value)
    return parsed.success ? parsed.data : initial
  })
  const read = async (): Promise<T> => parse(await storageArea(area).get(key))
  return {
    read,
    update: (change) =>
      enqueue(`${area}:${key}`, async () => {
        const current = await read()
        const next = change(current)
        if (next !== current) await storageArea(area).set(key, next)
        return next
      }),
    watch(listener, signal) {
      // The browser may report a change before it answers a read from before it.
      let hasChanged = false
      onChanged(area, signal, (changes) => {
        const change = changes[key]
        if (!change) return
        hasChanged = true
        listener(parse(change.newValue))
      })
      void read().then((value) => {
        if (!signal.aborted && !hasChanged) listener(value)
      })
    },
  }
}

/** Values that do not parse are left out. */
export function defineStoredFamily<S extends z.ZodMiniType>(
  area: Area,
  prefix: string,
  schema: S,
): StoredFamily<z.infer<S>> {
  type T = z.infer<S>
  const parse = parseOnce((value): T | undefined => {
    const parsed = schema.safeParse(value)
    return parsed.success ? parsed.data : undefined
  })
  const find = async (id: string): Promise<T | undefined> => parse(await storageArea(area).get(prefix + id))
  const readAll = async (): Promise<Map<string, T>> => {
    const all = new Map<string, T>()
    for (const [key, value] of await storageArea(area).getAll()) {
      const parsed = key.startsWith(prefix) ? parse(value) : undefined
      if (parsed !== undefined) all.set(key.slice(prefix.length), parsed)
    }
    return all
  }
  return {
    find,
    readAll,
    update: (id, change) =>
      enqueue(`${area}:${prefix}${id}`, async () => {
        const current = await find(id)
        const next = change(current)
        if (next === undefined) await storageArea(area).remove(prefix + id)
        else if (next !== current) await storageArea(area).set(prefix + id, next)
        return next
      }),
    addSoon: (id, value, delayMs) =>
      enqueue(`${area}:${prefix}${id}`, () => storageArea(area).setSoon(prefix + id, value, delayMs)),
    watch(listener, signal) {
      let all: Map<string, T> | undefined
      // The browser may report a change before it answers a read from before it.
      const early = new Map<string, T | undefined>()
      onChanged(area, signal, (changes) => {
        const own = Object.entries(changes).filter(([key]) => key.startsWith(prefix))
        for (const [key, change] of own) {
          const id = key.slice(prefix.length)
          const value = parse(change.newValue)
          if (all) put(all, id, value)
          else early.set(id, value)
        }
        if (all && own.length > 0) listener(new Map(all))
      })
      void readAll().then((initial) => {
        if (signal.aborted) return
        for (const [id, value] of early) put(initial, id, value)
        all = initial
        listener(new Map(all))
      })
    },
  }
}

function onChanged(
  area: Area,
  signal: AbortSignal,
  listener: (changes: Record<string, Storage.StorageChange>) => void,
): void {
  const handle = (changes: Record<string, Storage.StorageChange>, changedArea: string): void => {
    if (changedArea === area) listener(changes)
  }
  browser.storage.onChanged.addListener(handle)
  signal.addEventListener('abort', () => browser.storage.onChanged.removeListener(handle))
}
