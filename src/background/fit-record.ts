import { cutText } from '../core/display-text.ts'
import { summaryMaxLength } from '../core/limits.ts'
import type { OpenCall, RedefinedPart } from '../store/pending-confirmations.ts'

/** A stored record is JSON and at most this large. */
export const recordMaxBytes = 16 * 1024
/** For what a call still gains on its way: who decided, where the page went, that its agent gave up on it. */
const reservedBytes = 512

/**
 * A call's record as it is stored. Where there is no room its card is read from the page when it is opened; next, texts
 * and lists are cut, and say so where they are shown. Last goes what a grant would remember of the tool's text.
 */
export function fitRecord(call: OpenCall): OpenCall {
  if (isWithinBound(call)) return call
  const short = withoutCard(call)
  const cuts = [summaryMaxLength, 1024, 512, 256, 128, 64].map((length) => shorten(short, length))
  return [short, ...cuts].find(isWithinBound) ?? { ...shorten(short, 64), seen: undefined }
}

const isWithinBound = (call: OpenCall): boolean => jsonBytesOf(call) <= recordMaxBytes - reservedBytes

export const jsonBytesOf = (value: unknown): number => new TextEncoder().encode(JSON.stringify(value)).length

function withoutCard({ pending, ...call }: OpenCall): OpenCall {
  if (!pending) return call
  const { card: _, ...short } = pending
  return { ...call, pending: short }
}

/** What it is and where it runs stays whole. */
function shorten(call: OpenCall, length: number): OpenCall {
  const { agent, crossingFrom = [], edited, pending, redefinition } = call
  const count = Math.max(1, length / 64)
  const others = (call.crossingOthers ?? 0) + Math.max(0, crossingFrom.length - count)
  return {
    ...call,
    ...(agent?.folder === undefined ? {} : { agent: { ...agent, folder: cutText(agent.folder, length) } }),
    ...(pending ? { pending: { ...pending, summary: cutText(pending.summary, length) } } : {}),
    ...(redefinition ? { redefinition: redefinition.map((part) => excerpt(part, length)) } : {}),
    ...(others > 0 ? { crossingFrom: crossingFrom.slice(0, count), crossingOthers: others } : {}),
    ...(edited ? { edited: shortenPaths(edited, count, length) } : {}),
  }
}

/** Both texts from shortly before the place where they part. */
function excerpt({ part, before = '', after = '' }: RedefinedPart, length: number): RedefinedPart {
  let same = 0
  while (same < before.length && before[same] === after[same]) same++
  const start = Math.max(before.length, after.length) > length ? same - length / 4 : 0
  const cut = (text: string): string =>
    cutText(start > 0 ? `…${text.slice(start).replace(/^[\uDC00-\uDFFF]/, '')}` : text, length)
  return part === 'form' ? { part } : { part, before: cut(before), after: cut(after) }
}

function shortenPaths(paths: readonly string[], count: number, length: number): string[] {
  const kept = paths.slice(0, count).map((path) => cutText(path, length))
  return paths.length > count ? [...kept, `… and ${paths.length - count} more`] : kept
}
