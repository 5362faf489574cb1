import type { PatternNode } from './pattern-syntax.ts'

/**
 * The places where an expression takes a character, and which place can come after which. Each way through them is one
 * way for a backtracking engine to read a text.
 */
export type PatternPositions = {
  /** By position: which characters of the sample it takes, one bit each. */
  masks: readonly bigint[]
  follow: readonly ReadonlySet<number>[]
  first: ReadonlySet<number>
}

const maxPositions = 120
/** More copies than this count as any number of them. */
const maxCopies = 20

/** Undefined where there are too many places, or an empty match is repeated. */
export function findPositions(root: PatternNode, pattern: string): PatternPositions | undefined {
  const building: Building = { masks: [], follow: [], sample: sampleOf(pattern), isBeyond: false }
  const { first } = build(root, building)
  return building.isBeyond ? undefined : { masks: building.masks, follow: building.follow, first }
}

type Building = { masks: bigint[]; follow: Set<number>[]; sample: readonly string[]; isBeyond: boolean }
type Piece = { first: ReadonlySet<number>; last: ReadonlySet<number>; isNullable: boolean }

const none: ReadonlySet<number> = new Set()
const nothing: Piece = { first: none, last: none, isNullable: true }

function build(node: PatternNode, building: Building): Piece {
  switch (node.kind) {
    case 'empty':
      return nothing
    case 'character':
      return addPosition(node.source, building)
    case 'sequence':
      return node.parts.reduce<Piece>(
        (before, part) => inSequence(before, build(part, building), building),
        nothing,
      )
    case 'choice':
      return node.parts.map((part) => build(part, building)).reduce(either)
    default:
      return repeat(node, building)
  }
}

function addPosition(source: string, building: Building): Piece {
  if (building.masks.length >= maxPositions) {
    building.isBeyond = true
    return nothing
  }
  const position = building.masks.push(maskOf(source, building.sample)) - 1
  building.follow.push(new Set())
  const only = new Set([position])
  return { first: only, last: only, isNullable: false }
}

function repeat({ body, min, max }: Extract<PatternNode, { kind: 'repeat' }>, building: Building): Piece {
  if (max === 0) return nothing
  const isEndless = max > maxCopies
  const copies: Piece[] = []
  const wanted = isEndless ? Math.max(1, Math.min(min, maxCopies)) : max
  while (copies.length < wanted && !building.isBeyond) copies.push(build(body, building))
  copies.forEach((copy, i) => {
    const isRefused = copy.isNullable || (i > 0 && !connect(copies[i - 1] ?? nothing, copy, building))
    if (isRefused) building.isBeyond = true
  })
  const end = copies.at(-1) ?? nothing
  // A way back that is there already is a loop in a loop over the same text: each turn doubles the readings.
  if (isEndless && !connect(end, end, building)) building.isBeyond = true
  return {
    first: copies[0]?.first ?? none,
    last: copies
      .slice(Math.max(0, min - 1))
      .reduce((last, copy) => union(last, copy.last), isEndless ? end.last : none),
    isNullable: min === 0,
  }
}

const either = (a: Piece, b: Piece): Piece => ({
  first: union(a.first, b.first),
  last: union(a.last, b.last),
  isNullable: a.isNullable || b.isNullable,
})

function inSequence(a: Piece, b: Piece, building: Building): Piece {
  connect(a, b, building)
  return {
    first: a.isNullable ? union(a.first, b.first) : a.first,
    last: b.isNullable ? union(a.last, b.last) : b.last,
    isNullable: a.isNullable && b.isNullable,
  }
}

/** False when one of the ways was there before. */
function connect(a: Piece, b: Piece, { follow }: Building): boolean {
  let isNew = true
  for (const last of a.last) {
    for (const first of b.first) {
      if (follow[last]?.has(first)) isNew = false
      follow[last]?.add(first)
    }
  }
  return isNew
}

const union = (a: ReadonlySet<number>, b: ReadonlySet<number>): Set<number> => new Set([...a, ...b])

/** ASCII, everything the pattern itself names and its neighbours, and a few from other scripts. */
function sampleOf(pattern: string): string[] {
  const escaped = pattern.replace(/\\u\{([\da-f]+)\}|\\u([\da-f]{4})|\\x([\da-f]{2})/giu, (_all, a, b, c) =>
    String.fromCodePoint(Math.min(Number.parseInt(String(a ?? b ?? c), 16), 0x10ffff)),
  )
  const named = Array.from(escaped).flatMap((character) => {
    const code = character.codePointAt(0) ?? 0
    return [code - 1, code, code + 1]
  })
  const ascii = Array.from({ length: 128 }, (_, code) => code)
  const others = [0xa0, 0xe9, 0xdf, 0x44f, 0x3b1, 0x5d0, 0x639, 0x4e2d, 0x3042, 0x2028, 0x1f600]
  const codes = new Set([...ascii, ...named, ...others])
  return [...codes].filter((code) => code >= 0 && code <= 0x10ffff).map((code) => String.fromCodePoint(code))
}

function maskOf(source: string, sample: readonly string[]): bigint {
  const expression = new RegExp(`^(?:${source})$`, 'su')
  return sample.reduce(
    (mask, character, i) => (expression.test(character) ? mask | (1n << BigInt(i)) : mask),
    0n,
  )
}
