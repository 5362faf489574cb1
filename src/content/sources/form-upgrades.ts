import type { TreeRoot } from '../dom/composed-tree.ts'

/** When to look whether elements have been upgraded, in milliseconds after the last look at the page. */
const lookAfterMs = [200, 500, 1000, 2000, 4000, 8000, 16_000]

export type UpgradeWatch = { follow(roots: readonly TreeRoot[]): void }

/**
 * Custom elements whose script comes late get their shadow tree without any mutation that could be observed, and the
 * registry of custom elements belongs to the page's world. So those that are not defined yet are looked at a few times.
 */
export function watchUpgrades(signal: AbortSignal, onUpgrade: () => void): UpgradeWatch {
  let waiting: Element[] = []
  let timer: ReturnType<typeof setTimeout> | undefined
  const check = (turn: number): void => {
    const upgraded = waiting.filter((element) => element.matches(':defined'))
    waiting = waiting.filter((element) => element.isConnected && !element.matches(':defined'))
    if (upgraded.some((element) => element.shadowRoot !== null)) onUpgrade()
    else schedule(turn + 1)
  }
  const schedule = (turn: number): void => {
    clearTimeout(timer)
    const delay = lookAfterMs[turn]
    if (delay !== undefined && waiting.length > 0 && !signal.aborted)
      timer = setTimeout(() => check(turn), delay)
  }
  const follow = (roots: readonly TreeRoot[]): void => {
    waiting = roots.flatMap((root) => [...root.querySelectorAll(':not(:defined)')])
    schedule(0)
  }
  signal.addEventListener('abort', () => clearTimeout(timer))
  return { follow }
}
