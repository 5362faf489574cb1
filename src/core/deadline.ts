import { wakeAt } from './wake-at.ts'

/** A time limit that can stand still. Pauses nest. */
export type Deadline = { pause(): void; resume(): void; stop(): void }

export function createDeadline(timeoutMs: number, now: () => number, onExpired: () => void): Deadline {
  let remainingMs = timeoutMs
  let startedAt = now()
  let pauses = 0
  let disarm = wakeAt(startedAt + remainingMs, now, onExpired)
  return {
    pause() {
      pauses += 1
      if (pauses > 1) return
      disarm()
      remainingMs -= now() - startedAt
    },
    resume() {
      pauses -= 1
      if (pauses > 0) return
      startedAt = now()
      disarm = wakeAt(startedAt + remainingMs, now, onExpired)
    },
    stop: () => disarm(),
  }
}
