import { nextTask } from './dom/settle.ts'

/** How long one stretch of work may take before other tasks of the page get their turn, in milliseconds. */
const turnMs = 12

export function finish<T>(steps: Generator<void, T>): T {
  for (;;) {
    const step = steps.next()
    if (step.done) return step.value
  }
}

/** Runs in short stretches, the first at once; undefined when it was given up meanwhile. */
export async function finishInTurns<T>(
  steps: Generator<void, T>,
  isGivenUp: () => boolean,
): Promise<T | undefined> {
  let startedAt = performance.now()
  for (;;) {
    const step = steps.next()
    if (step.done) return step.value
    if (performance.now() - startedAt < turnMs) continue
    await nextTask()
    if (isGivenUp()) return undefined
    startedAt = performance.now()
  }
}
