import { parentOf } from './composed-tree.ts'
import { isDrawn } from './visibility.ts'

type Box = { left: number; top: number; right: number; bottom: number }

const smallestSidePx = 20
const faintestOpacity = 0.1

/** Whether a person can see the frame, or would by scrolling to it. What lies outside the view may still be covered. */
export function isFrameSeen(frame: Element): boolean {
  const box: Box = frame.getBoundingClientRect()
  if (isTooSmall(box) || !isDrawn(frame) || opacityOf(frame) < faintestOpacity) return false
  const { clientWidth, clientHeight } = frame.ownerDocument.documentElement
  const inView = overlap(box, { left: 0, top: 0, right: clientWidth, bottom: clientHeight })
  const isInView = inView.left < inView.right && inView.top < inView.bottom
  return isInView ? pointsIn(inView).some(([x, y]) => isOnTop(frame, x, y)) : !isCutOff(frame, box)
}

const isTooSmall = ({ left, top, right, bottom }: Box): boolean =>
  right - left < smallestSidePx || bottom - top < smallestSidePx

const overlap = (a: Box, b: Box): Box => ({
  left: Math.max(a.left, b.left),
  top: Math.max(a.top, b.top),
  right: Math.min(a.right, b.right),
  bottom: Math.min(a.bottom, b.bottom),
})

const pointsIn = ({ left, top, right, bottom }: Box): [x: number, y: number][] => {
  const shares = [0.1, 0.5, 0.9]
  return shares.flatMap((across) =>
    shares.map((down): [number, number] => [left + across * (right - left), top + down * (bottom - top)]),
  )
}

/** Neither cut off nor covered there. */
function isOnTop(frame: Element, x: number, y: number): boolean {
  const root = frame.getRootNode()
  const stack = (root instanceof ShadowRoot ? root : frame.ownerDocument).elementsFromPoint(x, y)
  const place = stack.indexOf(frame)
  return place >= 0 && !stack.slice(0, place).some(isOpaque)
}

const opaqueElements = new Set(['img', 'video', 'canvas', 'iframe', 'object', 'embed'])

function isOpaque(element: Element): boolean {
  const { backgroundColor, backgroundImage } = getComputedStyle(element)
  // Only colours that let something through are written with an alpha.
  const isFilled = backgroundImage !== 'none' || !/rgba|\//.test(backgroundColor)
  return (isFilled || opaqueElements.has(element.localName)) && opacityOf(element) > 1 - faintestOpacity
}

function opacityOf(element: Element): number {
  let opacity = 1
  for (let at: Element | null = element; at; at = parentOf(at))
    opacity *= Number(getComputedStyle(at).opacity)
  return opacity
}

/** The boxes around it leave nothing of it, however they are scrolled. */
function isCutOff(frame: Element, box: Box): boolean {
  let left = box
  for (let at = parentOf(frame); at && at.localName !== 'body'; at = parentOf(at)) {
    const { overflow } = getComputedStyle(at)
    if (overflow === 'visible') continue
    const around = at.getBoundingClientRect()
    left = /auto|scroll/.test(overflow) ? around : overlap(left, around)
    if (isTooSmall(left)) return true
  }
  return false
}
