import { fakeBrowser } from '@webext-core/fake-browser'
import * as fc from 'fast-check'
import { describe, expect, it, vi } from 'vitest'
import type { TabFrame } from './frames.ts'

vi.mock('webextension-polyfill', () => ({ default: fakeBrowser }))

const { pickSeen } = await import('./seen-frames.ts')

const own = 'https://shop.example'

const frame = (frameId: number, origin: string): TabFrame => ({
  frameId,
  parentFrameId: 0,
  documentId: `D${frameId}`,
  url: `${origin}/`,
  origin,
})
const idsOf = (frames: TabFrame[]) => frames.map(({ frameId }) => frameId)

/** A framed document as it is; the browser lists it or not, and the document around it may look into it or not. */
const madeFrame = fc.record({
  origin: fc.constantFrom(own, 'https://pay.example', 'https://ads.example'),
  isSeen: fc.boolean(),
  isListed: fc.boolean(),
})
type MadeFrame = { origin: string; isSeen: boolean; isListed: boolean }

const holderOf = ({ origin, isSeen }: MadeFrame) => ({ origin: origin === own ? own : null, isSeen })
const listed = (made: MadeFrame[]) =>
  made.flatMap(({ origin, isListed }, frameId) => (isListed ? [frame(frameId, origin)] : []))
const seenIds = (made: MadeFrame[]) =>
  made.flatMap(({ isSeen, isListed }, frameId) => (isSeen && isListed ? [frameId] : []))

describe('the frames that a person can see', () => {
  it('are exactly those in visible holders where the browser lists every frame', () => {
    fc.assert(
      fc.property(fc.array(madeFrame), (drawn) => {
        const made = drawn.map((one) => ({ ...one, isListed: true }))
        const seen = pickSeen(listed(made).toReversed(), { holders: made.map(holderOf), isInOrder: true })
        expect(idsOf(seen)).toEqual(seenIds(made))
      }),
    )
  })

  it('are never others, whatever the browser does not list and whichever order is known', () => {
    fc.assert(
      fc.property(fc.array(madeFrame), fc.boolean(), (made, isInOrder) => {
        const seen = pickSeen(listed(made), { holders: made.map(holderOf), isInOrder })
        expect(seenIds(made)).toEqual(expect.arrayContaining(idsOf(seen)))
      }),
    )
  })

  it('are told apart although one frame of another site is hidden and nothing is loaded in a third', () => {
    const holders = [
      { origin: null, isSeen: false },
      { origin: own, isSeen: false },
      { origin: null, isSeen: true },
    ]
    const children = [frame(4, 'https://ads.example'), frame(9, 'https://pay.example')]
    expect(idsOf(pickSeen(children, { holders, isInOrder: true }))).toEqual([9])
    expect(pickSeen(children, { holders, isInOrder: false })).toEqual([])
  })

  it('are none where the document shows fewer than there are', () => {
    const children = [frame(4, 'https://ads.example'), frame(9, 'https://pay.example')]
    expect(pickSeen(children, { holders: [{ origin: null, isSeen: true }], isInOrder: true })).toEqual([])
    expect(pickSeen(children, { holders: [], isInOrder: false })).toEqual([])
  })
})
