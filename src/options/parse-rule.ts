import { wordsOf } from '../core/sensitive-names.ts'

const maxLength = 100

/** A rule that has no word in it would match nothing. */
export const parseRule = (typed: string): string | undefined => {
  const rule = typed.trim().slice(0, maxLength)
  return wordsOf(rule).length > 0 ? rule : undefined
}
