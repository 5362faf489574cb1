import type { Output } from '../protocol/contract.ts'
import { sendToDocument } from '../protocol/send.ts'
import type { Share } from '../store/shares.ts'
import { listFrames, type TabFrame } from './frames.ts'

type Holders = Output<'frames.look'>
type Holder = Holders['holders'][number]

const lookTimeoutMs = 1_000

/**
 * The framed documents of a page that a person can see, told by the documents around them. In a document that nothing of
 * ours runs in, none is seen.
 */
export async function findSeenFrames(share: Share): Promise<TabFrame[]> {
  const frames = await listFrames(share.tabId)
  const top = frames.filter(({ frameId }) => frameId === 0)
  return (await Promise.all(top.map((frame) => findSeenIn(frame, frames, share)))).flat()
}

async function findSeenIn(parent: TabFrame, frames: readonly TabFrame[], share: Share): Promise<TabFrame[]> {
  const children = frames.filter(({ parentFrameId }) => parentFrameId === parent.frameId)
  const { documentId } = parent
  if (children.length === 0 || !share.frames.some((frame) => frame.documentId === documentId)) return []
  const answer = await sendToDocument({ tabId: share.tabId, documentId }, 'frames.look', {}, lookTimeoutMs)
  const seen = answer.ok ? pickSeen(children, answer.value) : []
  const below = await Promise.all(seen.map((frame) => findSeenIn(frame, frames, share)))
  return [...seen, ...below.flat()]
}

/**
 * Frames get their ids in the order in which they are made, which is also the order of a document's holders; but the
 * browser names no frame that has nothing loaded. One that more than one holder may hold is seen where all of those are.
 */
export function pickSeen(children: readonly TabFrame[], { holders, isInOrder }: Holders): TabFrame[] {
  const made = children.toSorted((a, b) => a.frameId - b.frameId)
  const places = isInOrder ? findPlaces(made, holders) : made.map(() => [0, holders.length - 1] as const)
  return made.filter((frame, index) => {
    const [first, last] = places[index] ?? [0, -1]
    const possible = holders.slice(first, last + 1).filter((holder) => canHold(holder, frame))
    return possible.length > 0 && possible.every(({ isSeen }) => isSeen)
  })
}

const canHold = (holder: Holder, { origin }: TabFrame): boolean =>
  holder.origin === null || holder.origin === origin

/** Of each frame the first and the last holder that it may be in, with all others before and after it placed too. */
function findPlaces(made: readonly TabFrame[], holders: readonly Holder[]): [number, number][] {
  const firsts = placeEach(made, holders)
  const lasts = placeEach(made.toReversed(), holders.toReversed())
    .map((place) => holders.length - 1 - place)
    .toReversed()
  return firsts.map((first, index) => [first, lasts[index] ?? -1])
}

/** Each in the first holder that fits after that of the one before; past the end where none does. */
function placeEach(frames: readonly TabFrame[], holders: readonly Holder[]): number[] {
  let next = 0
  return frames.map((frame) => {
    const place = holders.findIndex((holder, index) => index >= next && canHold(holder, frame))
    next = place < 0 ? holders.length : place + 1
    return place < 0 ? holders.length : place
  })
}
