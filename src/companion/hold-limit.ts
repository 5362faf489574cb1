/** No answer takes longer, in milliseconds. */
const longestHoldMs = 45_000

/** `COUNTERSIGN_HOLD_MS` shortens it, for clients that give up sooner. */
export function readHoldMs(env: NodeJS.ProcessEnv = process.env): number {
  const named = Number.parseInt(env['COUNTERSIGN_HOLD_MS'] ?? '', 10)
  return named >= 1_000 ? Math.min(named, longestHoldMs) : longestHoldMs
}
