import { fakeBrowser } from '@webext-core/fake-browser'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import type { Share } from '../store/shares.ts'
import { answerAs, shareForTests, storeShare } from './documents-for-tests.ts'
import type * as framesModule from './frames.ts'
import type { TabFrame } from './frames.ts'

const origin = 'https://bistro.example'
const pay = 'https://pay.example'

vi.mock('webextension-polyfill', () => ({ default: fakeBrowser }))
const injected = vi.fn(async (_tabId: number, _documentIds: string[]) => true)
vi.mock('./injection.ts', () => ({ injectContentScript: injected, registerPageScript: async () => {} }))
let frames: TabFrame[] = []
vi.mock('./frames.ts', async (original) => ({
  ...(await original<typeof framesModule>()),
  listFrames: async () => frames,
}))

const {
  dropFrames,
  findShare,
  followTopFrame,
  noteDocument,
  setAlwaysShared,
  shareFrames,
  shareTab,
  shareTabLater,
} = await import('./sharing.ts')
const { shares } = await import('../store/shares.ts')
const { sites } = await import('../store/settings.ts')

const top = (changes: Partial<TabFrame> = {}): TabFrame => ({
  frameId: 0,
  parentFrameId: -1,
  documentId: 'D1',
  url: `${origin}/`,
  origin,
  ...changes,
})
const framed = (changes: Partial<TabFrame> = {}): TabFrame =>
  top({ frameId: 4, parentFrameId: 0, documentId: 'D2', url: `${pay}/`, origin: pay, ...changes })
const sender = (changes: object = {}) =>
  ({
    context: 'content',
    tabId: 1,
    frameId: 0,
    documentId: 'D1',
    origin,
    url: `${origin}/`,
    ...changes,
  }) as const

function openTab(changes: { url?: string; incognito?: boolean } = {}): void {
  const tab = { id: 1, title: 'Bistro', url: `${origin}/`, incognito: false, ...changes }
  Object.assign(fakeBrowser.tabs, { get: async () => tab, query: async () => [tab] })
}

beforeEach(() => {
  fakeBrowser.reset()
  Object.assign(fakeBrowser.permissions, { contains: async () => true })
  injected.mockClear()
  frames = [top()]
  openTab()
})

describe('sharing a tab', () => {
  it('injects into the frames of its own origin and no others', async () => {
    frames = [top(), framed(), framed({ frameId: 5, documentId: 'D3', url: 'about:blank', origin })]
    await shareTab(1)
    expect(injected.mock.calls).toEqual([[1, ['D1', 'D3']]])
    expect(await findShare(1)).toMatchObject({ origins: [origin], title: 'Bistro' })
  })

  it('twice is one share', async () => {
    const [one, other] = await Promise.all([shareTab(1), shareTab(1)])
    expect(one).toEqual(other)
    expect(Object.keys(await shares.read())).toHaveLength(1)
  })

  it('is refused where the tab shows another site than was meant, or one that cannot be shared', async () => {
    expect(await shareTab(1, pay)).toEqual({ obstacle: 'other_site' })
    openTab({ url: 'chrome://settings' })
    expect(await shareTab(1)).toEqual({ obstacle: 'browser_page' })
    expect(await shares.read()).toEqual({})
  })
})

describe('a tab that is on its way to a site', () => {
  it('is shared once it is there, and nothing of it before', async () => {
    frames = [top({ url: `${pay}/`, origin: pay })]
    const share = await shareTabLater(1, origin)
    expect(await findShare(1)).toBeUndefined()
    expect(injected).not.toHaveBeenCalled()
    frames = [top({ documentId: 'D2' })]
    expect(await followTopFrame(1, { url: `${origin}/`, documentId: 'D2' })).toMatchObject({
      page: share?.page,
      title: '',
    })
  })

  it('may have arrived already', async () => {
    expect(await shareTabLater(1, origin)).not.toHaveProperty('suspendedAt')
    expect(injected.mock.calls).toEqual([[1, ['D1']]])
  })

  it('is not shared where the site cannot be', async () => {
    await sites.update(() => ({ [origin]: { isBlocked: true } }))
    expect(await shareTabLater(1, origin)).toBeUndefined()
    expect(await shares.read()).toEqual({})
  })
})

describe('a document that says it is there', () => {
  it('belongs to the share of its tab, and keeps its number over a reload of its frame', async () => {
    await storeShare(shareForTests({ origins: [origin, pay] }))
    frames = [top(), framed()]
    await noteDocument(sender({ frameId: 4, documentId: 'D2', origin: pay }))
    frames = [top(), framed({ documentId: 'D9' })]
    await noteDocument(sender({ frameId: 4, documentId: 'D9', origin: pay }))
    expect((await findShare(1))?.frames).toMatchObject([
      { documentId: 'D1', number: 0 },
      { documentId: 'D9', number: 1 },
    ])
  })

  it('is not taken where nothing is shared, or another site is', async () => {
    expect(await noteDocument(sender())).toBeUndefined()
    await storeShare(shareForTests())
    frames = [top(), framed()]
    expect(await noteDocument(sender({ frameId: 4, documentId: 'D2', origin: pay }))).toBeUndefined()
    const blank = framed({ url: 'about:blank', origin })
    frames = [top(), blank]
    expect(await noteDocument(sender({ frameId: 4, documentId: 'D2', origin: pay }))).toBeUndefined()
  })

  it('is taken where it came back before the browser told that it did', async () => {
    await storeShare(shareForTests({ frames: [], suspendedAt: Date.now() - 60_000 }))
    expect(await noteDocument(sender())).toMatchObject({ page: 'p-1', frames: [{ documentId: 'D1' }] })
    expect(await findShare(1)).not.toHaveProperty('suspendedAt')
  })

  it('is taken also where the site that was left is shared itself', async () => {
    await storeShare(shareForTests({ frames: [], suspendedAt: Date.now() - 60_000 }))
    await storeShare(shareForTests({ page: 'p-2', origins: [pay], frames: [] }))
    expect(await noteDocument(sender())).toMatchObject({ page: 'p-1' })
    expect((await shares.read())['p-2']).toHaveProperty('suspendedAt')
  })

  it('is not taken after the time in which a tab may come back', async () => {
    await storeShare(shareForTests({ frames: [], suspendedAt: Date.now() - 31 * 60_000 }))
    expect(await noteDocument(sender())).toBeUndefined()
    expect(await shares.read()).toEqual({})
  })
})

describe('a tab that goes elsewhere', () => {
  it('takes its share along within the site, suspends it outside, and resumes it', async () => {
    await storeShare(shareForTests())
    frames = [top({ documentId: 'D5', url: `${pay}/`, origin: pay })]
    expect(await followTopFrame(1, { url: `${pay}/`, documentId: 'D5' })).toBeUndefined()
    expect(await findShare(1)).toBeUndefined()
    frames = [top({ documentId: 'D6' })]
    expect(await followTopFrame(1, { url: `${origin}/`, documentId: 'D6' })).toMatchObject({ page: 'p-1' })
    expect((await findShare(1))?.frames).toEqual([])
  })

  it('raises the rev with every frame that goes, and never lowers it', async () => {
    await storeShare(shareForTests({ rev: 7 }))
    await dropFrames(1, () => true)
    expect(await findShare(1)).toMatchObject({ rev: 8, frames: [] })
    await dropFrames(1, () => true)
    expect(await findShare(1)).toMatchObject({ rev: 8 })
  })
})

const look = (isSeen: boolean) =>
  answerAs({ D1: { 'frames.look': () => ({ holders: [{ origin: null, isSeen }], isInOrder: true }) } })
const origins = async (): Promise<Share['origins'] | undefined> => (await findShare(1))?.origins

describe('a framed site', () => {
  it('is shared while it shows, and not while it does not, whoever asks', async () => {
    await storeShare(shareForTests())
    frames = [top(), framed()]
    look(false)
    await shareFrames(1, pay, true)
    expect(await origins()).toEqual([origin])
    answerAs({})
    await shareFrames(1, pay, true)
    expect(await origins()).toEqual([origin])
    look(true)
    await shareFrames(1, pay, true)
    expect(await origins()).toEqual([origin, pay])
  })

  it('is shared beside another that the person chooses at the same moment', async () => {
    await storeShare(shareForTests())
    const ads = 'https://ads.example'
    frames = [top(), framed(), framed({ frameId: 5, documentId: 'D3', origin: ads })]
    const holder = { origin: null, isSeen: true }
    answerAs({ D1: { 'frames.look': () => ({ holders: [holder, holder], isInOrder: true }) } })
    await Promise.all([shareFrames(1, pay, true), shareFrames(1, ads, true)])
    expect(await origins()).toEqual([origin, pay, ads])
  })

  it('is not shared in a frame of a site that is not', async () => {
    await storeShare(shareForTests())
    const ads = framed({ origin: 'https://ads.example' })
    frames = [top(), ads, framed({ frameId: 5, parentFrameId: 4, documentId: 'D3' })]
    look(true)
    await shareFrames(1, pay, true)
    expect(await origins()).toEqual([origin])
  })

  it('stops being shared whether it shows or not', async () => {
    const frame = { frameId: 4, documentId: 'D2', origin: pay, number: 1 }
    await storeShare(shareForTests({ origins: [origin, pay], frames: [frame] }))
    answerAs({})
    expect(await shareFrames(1, pay, false)).toEqual([frame])
    expect(await origins()).toEqual([origin])
  })
})

describe('a site that is always shared', () => {
  it('is shared in every tab that shows it', async () => {
    await setAlwaysShared(origin, true, 1)
    expect(await findShare(1)).toMatchObject({ origins: [origin] })
    expect(await sites.read()).toEqual({ [origin]: { isAlwaysShared: true } })
  })

  it('cannot be chosen in an incognito tab, of which nothing is kept', async () => {
    openTab({ incognito: true })
    await setAlwaysShared(origin, true, 1)
    expect(await sites.read()).toEqual({})
    await sites.update(() => ({ [origin]: { isAlwaysShared: true } }))
    await setAlwaysShared(origin, false, 1)
    expect(await sites.read()).toEqual({ [origin]: { isAlwaysShared: false } })
  })
})
