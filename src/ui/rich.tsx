import type { ComponentChildren } from 'preact'
import type { MessageKey } from './translate.ts'
import { useUi } from './ui-context.tsx'

/** A message with drawn parts in the places of its substitutions. */
export function Rich({ id, parts }: { id: MessageKey; parts: ComponentChildren[] }) {
  const { t } = useUi()
  // Private-use characters stand for the parts; no message holds any.
  const text = t(id, ...parts.map((_, index) => String.fromCodePoint(firstMark + index)))
  return (
    <>
      {text.split(/([\uE000-\uE008])/u).map((piece) => {
        const index = (piece.codePointAt(0) ?? 0) - firstMark
        return index >= 0 && index < parts.length ? parts[index] : piece
      })}
    </>
  )
}

const firstMark = 0xe000
