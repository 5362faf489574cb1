import { fakeBrowser } from '@webext-core/fake-browser'
import { beforeEach, describe, expect, it, vi } from 'vitest'

vi.mock('webextension-polyfill', () => ({ default: fakeBrowser }))
const { rememberStorage, storageArea } = await import('./storage-area.ts')

beforeEach(async () => {
  fakeBrowser.reset()
  await fakeBrowser.storage.session.set({ a: { n: 1 } })
  rememberStorage()
})

describe('what the worker remembers of storage', () => {
  it('is read from the browser once', async () => {
    const get = vi.spyOn(fakeBrowser.storage.session, 'get')
    const area = storageArea('session')
    expect(await area.get('a')).toEqual({ n: 1 })
    await area.set('b', { n: 2 })
    expect([...(await area.getAll())]).toEqual([
      ['a', { n: 1 }],
      ['b', { n: 2 }],
    ])
    expect(get).toHaveBeenCalledTimes(1)
    get.mockRestore()
  })

  it('is stored before it is remembered', async () => {
    const area = storageArea('session')
    await area.get('a')
    const written = area.set('a', { n: 2 })
    expect(await area.get('a')).toEqual({ n: 1 })
    await written
    expect(await area.get('a')).toEqual({ n: 2 })
    expect(await fakeBrowser.storage.session.get('a')).toEqual({ a: { n: 2 } })
    await area.remove('a')
    expect(await area.get('a')).toBeUndefined()
    expect(await fakeBrowser.storage.session.get(null)).toEqual({})
  })

  it('follows what others write, and does not take a late report of its own write for that', async () => {
    const area = storageArea('session')
    await area.get('a')
    await fakeBrowser.storage.session.set({ a: { n: 3 } })
    await vi.waitFor(async () => expect(await area.get('a')).toEqual({ n: 3 }))
    await Promise.all([area.set('a', { n: 4 }), area.set('a', { n: 5 })])
    expect(await area.get('a')).toEqual({ n: 5 })
  })

  it('is there for whoever hears of the change', async () => {
    const area = storageArea('session')
    await area.get('a')
    const heard: unknown[] = []
    fakeBrowser.storage.onChanged.addListener(() => void area.get('a').then((value) => heard.push(value)))
    await area.set('a', { n: 6 })
    await vi.waitFor(() => expect(heard).toEqual([{ n: 6 }]))
  })

  it('is there at once where it is stored soon, and is not stored where it goes before', async () => {
    vi.useFakeTimers()
    const area = storageArea('session')
    await area.setSoon('b', { n: 7 }, 100)
    await area.setSoon('c', { n: 8 }, 100)
    expect(await area.get('b')).toEqual({ n: 7 })
    await area.remove('b')
    expect(await area.get('b')).toBeUndefined()
    await vi.advanceTimersByTimeAsync(100)
    expect(await fakeBrowser.storage.session.get(null)).toEqual({ a: { n: 1 }, c: { n: 8 } })
    expect(await area.get('c')).toEqual({ n: 8 })
    vi.useRealTimers()
  })

  it('is stored at once where it changes while it waits to be stored', async () => {
    const area = storageArea('session')
    await area.setSoon('b', { n: 7 }, 60_000)
    await area.set('b', { n: 9 })
    expect(await fakeBrowser.storage.session.get('b')).toEqual({ b: { n: 9 } })
    await area.remove('b')
    expect(await fakeBrowser.storage.session.get('b')).toEqual({})
  })

  it('forgets nothing of the browser where a write fails', async () => {
    const area = storageArea('session')
    await area.get('a')
    const set = vi.spyOn(fakeBrowser.storage.session, 'set').mockRejectedValueOnce(new Error('full'))
    await expect(area.set('a', { n: 9 })).rejects.toThrow('full')
    expect(await area.get('a')).toEqual({ n: 1 })
    set.mockRestore()
  })
})
