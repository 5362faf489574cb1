import 'fake-indexeddb/auto'
import { fakeBrowser } from '@webext-core/fake-browser'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { callForTests } from './call-for-tests.ts'

vi.mock('webextension-polyfill', () => ({ default: fakeBrowser }))
vi.mock('./injection.ts', () => ({ injectContentScript: vi.fn(), registerPageScript: vi.fn() }))
vi.mock('./file-fetch.ts', () => ({ fetchFile: async () => ({ file: new File([], 'cv.pdf') }) }))
const { documentHandlers } = await import('./document-handlers.ts')
const { openCalls } = await import('../store/pending-confirmations.ts')

const sender = (documentId = 'D1') =>
  ({
    context: 'content',
    tabId: 1,
    frameId: 0,
    documentId,
    origin: 'https://bistro.example',
    url: 'https://bistro.example/',
  }) as const
const store = async (call: ReturnType<typeof callForTests>) => {
  await openCalls.update(call.callId, () => call)
  return call
}

const fetch = () => documentHandlers['file.fetch']({ url: 'https://files.example/cv.pdf' }, sender())

beforeEach(() => fakeBrowser.reset())

describe('a document', () => {
  it('gets a file for a call that runs there, or that the person has just approved', async () => {
    for (const changes of [
      { state: 'running' },
      { state: 'asking' },
      { state: 'held', isDecided: true },
      { state: 'sent', isToHold: false },
    ] as const) {
      fakeBrowser.reset()
      await store(callForTests(changes))
      expect(await fetch()).toHaveProperty('file')
    }
  })

  it('gets none for a call that waits for the person, or that runs elsewhere', async () => {
    expect(await fetch()).toHaveProperty('rejected')
    await store(callForTests({ state: 'held' }))
    await store(callForTests({ state: 'sent' }))
    await store(callForTests({ state: 'running', documentId: 'D2' }))
    expect(await fetch()).toHaveProperty('rejected')
  })

  it('moves on its own calls alone', async () => {
    const call = await store(callForTests({ state: 'running' }))
    const update = {
      state: 'settled',
      result: { status: 'ok', data: 'forged' },
      record: { tool: 'x', canUndo: false, durationMs: 1 },
    } as const
    const tell = (documentId: string) =>
      documentHandlers['call.updated']({ callId: call.callId, update }, sender(documentId))
    expect(await tell('D2')).toEqual({ acknowledged: false })
    await documentHandlers['call.willNavigate']({ callId: call.callId }, sender('D2'))
    expect(await openCalls.find(call.callId)).toEqual(call)
    expect(await tell('D1')).toEqual({ acknowledged: true })
    // A message that was sent again, since its answer was lost.
    expect(await tell('D1')).toEqual({ acknowledged: true })
  })
})
