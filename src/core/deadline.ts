import { wakeAt } from './wake-at.ts'

/** A time limit that can stand still. A pause ends before the next one begins. */
export type Deadline = { pause(): void; resume(): void; stop(): void }

export function createDeadline(timeoutMs: number, now: () => number, onExpired: () => void): Deadline {
  let remainingMs = timeoutMs
  let startedAt = now()
  let disarm = wakeAt(startedAt + remainingMs, now, onExpired)
  return {
    pause() {
      disarm()
      remainingMs -= now() - startedAt
    },
    resume() {
      startedAt = now()
      disarm = wakeAt(startedAt + remainingMs, now, onExpired)
    },
    stop: () => disarm(),
  }
}
