import { patternMaxLength } from './limits.ts'
import { findPositions, type PatternPositions } from './pattern-positions.ts'
import { parsePattern, type PatternNode } from './pattern-syntax.ts'

/** Places where more than one way goes on; each may double the work once. */
const maxChoices = 12

const known = new Map<string, boolean>()
const maxKnown = 500

/**
 * Whether a page's pattern reads a string of the allowed length without backtracking for seconds: the work grows at
 * most with the square of the length. Undecided counts as unsafe.
 */
export function isSafePattern(pattern: string): boolean {
  const cached = known.get(pattern)
  if (cached !== undefined) return cached
  const isSafe = pattern.length <= patternMaxLength && compiles(pattern) && isPolynomial(pattern)
  if (known.size >= maxKnown) known.clear()
  known.set(pattern, isSafe)
  return isSafe
}

const compiles = (pattern: string): boolean => {
  try {
    return new RegExp(pattern, 'u') instanceof RegExp
  } catch {
    return false
  }
}

function isPolynomial(pattern: string): boolean {
  const syntax = parsePattern(pattern)
  if (!syntax) return false
  const whole = isAnchored(pattern) ? syntax.root : searching(syntax.root)
  return isBounded(whole, pattern, 2) && syntax.lookaheads.every((body) => isBounded(body, pattern, 1))
}

/** One alternative only, which starts at the beginning of the text. */
const isAnchored = (pattern: string): boolean => pattern.startsWith('^') && !hasTopLevelChoice(pattern)

const hasTopLevelChoice = (pattern: string): boolean => {
  const root = parsePattern(pattern)?.root
  return root?.kind === 'choice' && root.parts.length > 1
}

/** The engine tries every beginning, which is as if the expression began with anything. */
const searching = (root: PatternNode): PatternNode => ({
  kind: 'sequence',
  parts: [{ kind: 'repeat', body: { kind: 'character', source: '[^]' }, min: 0, max: Infinity }, root],
})

function isBounded(root: PatternNode, pattern: string, maxLoops: number): boolean {
  const positions = findPositions(root, pattern)
  if (!positions || countChoices(positions) > maxChoices) return false
  const pairs = createPairs(positions)
  return !hasExponentialLoop(pairs) && longestChain(pairs) <= maxLoops
}

function countChoices({ masks, follow, first }: PatternPositions): number {
  const isChoice = (next: ReadonlySet<number>): boolean => {
    let seen = 0n
    return [...next].some((position) => {
      const mask = masks[position] ?? 0n
      const isTwice = (seen & mask) !== 0n
      seen |= mask
      return isTwice
    })
  }
  return [first, ...follow].filter(isChoice).length
}

/** Two readings of one text side by side: a node is where each of them stands. */
type Pairs = {
  size: number
  reach: (from: number) => ReadonlySet<number>
  nodeOf: (a: number, b: number) => number
}

function createPairs({ masks, follow }: PatternPositions): Pairs {
  const size = masks.length
  const reached = new Map<number, ReadonlySet<number>>()
  const nodeOf = (a: number, b: number): number => a * size + b

  const next = (node: number): number[] => {
    const [a, b] = [follow[Math.floor(node / size)], follow[node % size]]
    return [...(a ?? [])].flatMap((p) =>
      [...(b ?? [])].filter((q) => ((masks[p] ?? 0n) & (masks[q] ?? 0n)) !== 0n).map((q) => nodeOf(p, q)),
    )
  }

  const reach = (from: number): ReadonlySet<number> => {
    const cached = reached.get(from)
    if (cached) return cached
    const seen = new Set<number>()
    const pending = next(from)
    for (let node = pending.pop(); node !== undefined; node = pending.pop()) {
      if (seen.has(node)) continue
      seen.add(node)
      pending.push(...next(node))
    }
    reached.set(from, seen)
    return seen
  }
  return { size, reach, nodeOf }
}

/** Two readings that part and meet again in one loop double with every turn. */
function hasExponentialLoop({ size, reach, nodeOf }: Pairs): boolean {
  for (let p = 0; p < size; p += 1) {
    const start = nodeOf(p, p)
    if (!reach(start).has(start)) continue
    for (const node of reach(start)) {
      const isApart = Math.floor(node / size) !== node % size
      if (isApart && reach(node).has(start)) return true
    }
  }
  return false
}

/** How many loops in a row may share the same text: the degree with which the work grows. */
function longestChain({ size, reach, nodeOf }: Pairs): number {
  const isLoop = (p: number): boolean => reach(nodeOf(p, p)).has(nodeOf(p, p))
  const loops = Array.from({ length: size }, (_, p) => p).filter(isLoop)
  const isBefore = (p: number, q: number): boolean =>
    reach(nodeOf(p, p)).has(nodeOf(p, q)) && !reach(nodeOf(q, q)).has(nodeOf(p, p))
  const chains = new Map<number, number>()
  const chainFrom = (p: number): number => {
    const cached = chains.get(p)
    if (cached !== undefined) return cached
    const rest = loops.filter((q) => q !== p && isBefore(p, q)).map(chainFrom)
    const longest = 1 + Math.max(0, ...rest)
    chains.set(p, longest)
    return longest
  }
  return Math.max(0, ...loops.map(chainFrom))
}
