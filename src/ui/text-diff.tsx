import { diffArrays, diffWordsWithSpace } from 'diff'
import { useMemo } from 'preact/hooks'
import { toDisplayLines } from '../core/display-text.ts'
import { Folded, isLongText } from './folded-text.tsx'
import { useUi } from './ui-context.tsx'

const worthMarking = 40
/** Past these a text is shown as one whole exchange. */
const effort = { maxEditLength: 1_500, timeout: 500 }

/** Texts long enough that a person would have to search for what differs. */
export const isWorthMarking = (before: unknown, after: unknown): boolean =>
  typeof before === 'string' &&
  typeof after === 'string' &&
  before !== '' &&
  after !== '' &&
  Math.max(before.length, after.length) > worthMarking

export type TextPart = { kind: 'same' | 'removed' | 'added'; text: string }

/** Word by word; as one whole exchange where hardly anything stayed. */
export function diffTexts(before: string, after: string, locale: string): TextPart[] {
  const changes = diffWordByWord(before, after, locale)
  if (!changes)
    return [
      { kind: 'removed', text: before },
      { kind: 'added', text: after },
    ]
  return changes.map(({ added, removed, value }) => {
    if (added) return { kind: 'added', text: value }
    return { kind: removed ? 'removed' : 'same', text: value }
  })
}

/** Scripts that put nothing between words; finding theirs takes long in long texts. */
const unspaced =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u
const segmentedLength = 2_000

function diffWordByWord(before: string, after: string, locale: string) {
  const isShort = Math.max(before.length, after.length) <= segmentedLength
  if (!isShort || !unspaced.test(before + after)) return diffWordsWithSpace(before, after, effort)
  const segmenter = new Intl.Segmenter(locale, { granularity: 'word' })
  const wordsOf = (text: string): string[] => [...segmenter.segment(text)].map(({ segment }) => segment)
  return diffArrays(wordsOf(before), wordsOf(after), effort)?.map((change) => ({
    ...change,
    value: change.value.join(''),
  }))
}

/** One text with what goes struck out and what comes marked. */
export function TextDiff({ before, after }: { before: string; after: string }) {
  const { t, locale } = useUi()
  const parts = useMemo(
    () => diffTexts(toDisplayLines(before), toDisplayLines(after), locale),
    [before, after, locale],
  )
  return (
    <Folded isLong={isLongText(before) || isLongText(after)}>
      <bdi class="page-lines" dir="auto">
        {parts.map(({ kind, text }, index) => {
          if (kind === 'same') return text
          const Mark = kind === 'added' ? 'ins' : 'del'
          return (
            <Mark key={index}>
              {/* Isolated, it has no say in the direction of the text around it. */}
              <bdi class="visually-hidden">{t(kind === 'added' ? 'text_added' : 'text_removed')} </bdi>
              {text}
            </Mark>
          )
        })}
      </bdi>
    </Folded>
  )
}
