import { timerMaxMs } from './limits.ts'

/** Wakes once the clock has reached `atMs` (epoch milliseconds). The timer only wakes; the clock decides. */
export function wakeAt(atMs: number, now: () => number, wake: () => void): () => void {
  let timer: ReturnType<typeof setTimeout>
  const arm = (): void => {
    timer = setTimeout(check, Math.min(Math.max(atMs - now(), 0), timerMaxMs))
  }
  const check = (): void => (now() >= atMs ? wake() : arm())
  arm()
  return () => clearTimeout(timer)
}
