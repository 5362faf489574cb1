/**
 * Control, format (bidi marks, zero-width, tag characters), private-use, surrogate and line-separator characters, the
 * fillers that look like nothing, and variation selectors.
 */
const invisible = new RegExp(
  String.raw`[\p{Cc}\p{Cf}\p{Co}\p{Cs}\p{Zl}\p{Zp}]|[\u115F\u1160\u3164\uFFA0\u2800]|\u034F|[\u180B-\u180F]|[\uFE00-\uFE0F]|[\u{E0100}-\u{E01EF}]`,
  'gu',
)

/** Text from a page or an agent as one visible line: nothing in it can reorder, hide or imitate what stands beside it. */
export function toDisplayText(text: string, maxLength = Number.POSITIVE_INFINITY): string {
  const spaced = text.replace(/[\t\n\v\f\r\u0085\u2028\u2029]+/g, ' ')
  return cutText(spaced.replace(invisible, '').replace(/ {2,}/g, ' ').trim(), maxLength)
}

/** The same, keeping line breaks, for values that are read in full. */
export const toDisplayLines = (text: string): string =>
  text
    .split(/\r\n|[\n\r\u0085\u2028\u2029]/)
    .map((line) => line.replaceAll('\t', ' ').replace(invisible, ''))
    .join('\n')

/** At most `maxLength` UTF-16 units, the last of them `…` when something was cut; never half a character. */
export function cutText(text: string, maxLength: number): string {
  if (text.length <= maxLength) return text
  const kept = text.slice(0, Math.max(0, maxLength - 1))
  return `${kept.replace(/[\uD800-\uDBFF]$/, '')}…`
}
