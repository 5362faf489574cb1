import { fakeBrowser } from '@webext-core/fake-browser'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import * as z from 'zod/mini'
import { createDeferred } from '../core/deferred.ts'

vi.mock('webextension-polyfill', () => ({ default: fakeBrowser }))
const { defineStoredFamily, defineStoredItem } = await import('./stored-item.ts')

const counts = defineStoredItem('local', 'counts', z.record(z.string(), z.number()), {})
const notes = defineStoredFamily('session', 'note:', z.object({ text: z.string() }))

beforeEach(() => {
  vi.restoreAllMocks()
  fakeBrowser.reset()
})

/** The next read answers with what is stored now, once the returned function is called. */
function holdNextRead(area: 'local' | 'session'): () => void {
  const held = createDeferred<undefined>()
  const stored = fakeBrowser.storage[area]
  const read = stored.get.bind(stored)
  vi.spyOn(stored, 'get').mockImplementationOnce(async (keys) => {
    const answer = await read(keys)
    await held.promise
    return answer
  })
  return () => held.resolve(undefined)
}

describe('a stored item', () => {
  it('reads as its initial value where nothing, or nothing that parses, is stored', async () => {
    expect(await counts.read()).toEqual({})
    await fakeBrowser.storage.local.set({ counts: 'broken' })
    expect(await counts.read()).toEqual({})
  })

  it('keeps both of two updates that are made at the same moment', async () => {
    await Promise.all([
      counts.update((all) => ({ ...all, a: 1 })),
      counts.update((all) => ({ ...all, b: 2 })),
    ])
    expect(await counts.read()).toEqual({ a: 1, b: 2 })
  })

  it('goes on with later updates after one that threw', async () => {
    const failing = counts.update(() => {
      throw new Error('broken change')
    })
    await expect(failing).rejects.toThrow('broken change')
    expect(await counts.update((all) => ({ ...all, c: 3 }))).toEqual({ c: 3 })
  })

  it('is watched from its present value on, until the signal aborts', async () => {
    await counts.update(() => ({ start: 1 }))
    const seen: unknown[] = []
    const watching = new AbortController()
    counts.watch((value) => seen.push(value), watching.signal)
    await vi.waitFor(() => expect(seen).toEqual([{ start: 1 }]))
    await counts.update(() => ({ next: 2 }))
    await vi.waitFor(() => expect(seen).toEqual([{ start: 1 }, { next: 2 }]))
    watching.abort()
    await counts.update(() => ({ last: 3 }))
    expect(seen).toHaveLength(2)
  })

  it('is watched as it is now, also where it changes before the browser has answered the first read', async () => {
    const answer = holdNextRead('local')
    const seen: unknown[] = []
    counts.watch((value) => seen.push(value), new AbortController().signal)
    await fakeBrowser.storage.local.set({ counts: { now: 1 } })
    answer()
    await counts.read()
    expect(seen).toEqual([{ now: 1 }])
  })
})

describe('a stored family', () => {
  it('keeps each value under a key of its own and leaves out what does not parse', async () => {
    await notes.update('1', () => ({ text: 'one' }))
    await fakeBrowser.storage.session.set({ 'note:2': { text: 5 }, other: { text: 'not a note' } })
    expect([...(await notes.readAll())]).toEqual([['1', { text: 'one' }]])
    expect(await notes.find('2')).toBeUndefined()
  })

  it('removes a value that an update gives up', async () => {
    await notes.update('1', () => ({ text: 'one' }))
    await notes.update('1', () => undefined)
    expect(await notes.find('1')).toBeUndefined()
    expect(await fakeBrowser.storage.session.get(null)).toEqual({})
  })

  it('tells watchers of additions, changes and removals', async () => {
    const seen: string[][] = []
    notes.watch((all) => seen.push([...all.values()].map(({ text }) => text)), new AbortController().signal)
    await vi.waitFor(() => expect(seen).toEqual([[]]))
    await notes.update('1', () => ({ text: 'one' }))
    await notes.update('1', () => ({ text: 'uno' }))
    await notes.update('1', () => undefined)
    await vi.waitFor(() => expect(seen).toEqual([[], ['one'], ['uno'], []]))
  })
  it('misses nothing that comes, changes or goes before the browser has answered the first read', async () => {
    await notes.update('1', () => ({ text: 'one' }))
    await notes.update('2', () => ({ text: 'two' }))
    const answer = holdNextRead('session')
    const seen: string[][] = []
    notes.watch((all) => seen.push([...all.values()].map(({ text }) => text)), new AbortController().signal)
    await notes.update('1', () => undefined)
    await notes.update('2', () => ({ text: 'zwei' }))
    await notes.update('3', () => ({ text: 'three' }))
    answer()
    await vi.waitFor(() => expect(seen).toEqual([['zwei', 'three']]))
  })
})
