import { createDeferred } from '../../core/deferred.ts'
import { nextTask } from '../dom/settle.ts'
import { finish, finishInTurns } from '../turns.ts'

/** Looks at one page, of which the latest alone counts. */
export type Looks = {
  /** Resolved once a look came to its end, however that was. */
  readonly first: Promise<void>
  /** In turns with other tasks; given up where a later one begins. */
  run(steps: Generator<void, void>): Promise<void>
  runAtOnce(steps: Generator<void, void>): void
  isOpen(): boolean
  whenOver(): Promise<void>
}

export function createLooks(signal: AbortSignal): Looks {
  const first = createDeferred<void>()
  let lastId = 0
  let openCount = 0
  const isOpen = (): boolean => openCount > 0
  return {
    first: first.promise,
    async run(steps) {
      const id = ++lastId
      openCount++
      try {
        await finishInTurns(steps, () => id !== lastId || signal.aborted)
      } finally {
        openCount--
        if (id === lastId) first.resolve()
      }
    },
    runAtOnce(steps) {
      lastId++
      finish(steps)
    },
    isOpen,
    async whenOver() {
      while (isOpen()) await nextTask()
    },
  }
}
