/** The shape of a regular expression, as far as it matters for how many ways there are to read one text. */
export type PatternNode =
  | { kind: 'empty' }
  /** One character; `source` is the expression for it. */
  | { kind: 'character'; source: string }
  | { kind: 'sequence' | 'choice'; parts: PatternNode[] }
  | { kind: 'repeat'; body: PatternNode; min: number; max: number }

export type PatternSyntax = { root: PatternNode; lookaheads: PatternNode[] }

class Unreadable extends Error {}

/**
 * Reads an expression that the engine compiles with the `u` flag. Undefined for what cannot be judged: back references
 * and lookbehind. Assertions take no character and count as empty.
 */
export function parsePattern(pattern: string): PatternSyntax | undefined {
  const reader = { pattern, at: 0, lookaheads: [] }
  try {
    return { root: readChoice(reader), lookaheads: reader.lookaheads }
  } catch (cause) {
    if (cause instanceof Unreadable) return undefined
    throw cause
  }
}

type Reader = { pattern: string; at: number; lookaheads: PatternNode[] }

const emptyNode: PatternNode = { kind: 'empty' }

/** What follows, when it matches; it is then behind the reader. */
function take(reader: Reader, expression: RegExp): RegExpExecArray | undefined {
  const match = expression.exec(reader.pattern.slice(reader.at))
  if (match) reader.at += match[0].length
  return match ?? undefined
}

function readChoice(reader: Reader): PatternNode {
  const parts = [readSequence(reader)]
  while (take(reader, /^\|/)) parts.push(readSequence(reader))
  return { kind: 'choice', parts }
}

function readSequence(reader: Reader): PatternNode {
  const parts: PatternNode[] = []
  while (reader.at < reader.pattern.length && !/^[|)]/.test(reader.pattern.slice(reader.at))) {
    parts.push(readRepeated(reader))
  }
  return { kind: 'sequence', parts }
}

function readRepeated(reader: Reader): PatternNode {
  const body = readAtom(reader)
  const quantifier = take(reader, /^(?:[*+?]|\{(\d+)(,(\d*))?\})\??/)
  return quantifier ? { kind: 'repeat', body, ...countsOf(quantifier) } : body
}

function countsOf([text, min, comma, max]: RegExpExecArray): { min: number; max: number } {
  if (text.startsWith('*')) return { min: 0, max: Infinity }
  if (text.startsWith('+')) return { min: 1, max: Infinity }
  if (text.startsWith('?')) return { min: 0, max: 1 }
  if (comma === undefined) return { min: Number(min), max: Number(min) }
  return { min: Number(min), max: max === '' ? Infinity : Number(max) }
}

const oneCharacter =
  /^(?:\[(?:\\.|[^\]\\])*\]|\\u\{[^}]*\}|\\u[\da-f]{4}|\\x[\da-f]{2}|\\c[a-z]|\\p\{[^}]*\}|\\[^\dkbB]|\\0|[^\\])/isu

function readAtom(reader: Reader): PatternNode {
  if (take(reader, /^(?:[$^]|\\[bB])/)) return emptyNode
  if (reader.pattern[reader.at] === '(') return readGroup(reader)
  const character = take(reader, oneCharacter)
  if (!character) throw new Unreadable()
  return { kind: 'character', source: character[0] }
}

function readGroup(reader: Reader): PatternNode {
  const open = take(reader, /^\((?:\?:|\?<[^=!>][^>]*>|\?=|\?!|(?!\?))/)
  if (!open) throw new Unreadable()
  const body = readChoice(reader)
  take(reader, /^\)/)
  if (open[0] !== '(?=' && open[0] !== '(?!') return body
  reader.lookaheads.push(body)
  return emptyNode
}
