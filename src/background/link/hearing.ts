/** Lets others wait for the next thing that is heard of a peer. */
export class Hearing {
  readonly #waiting = new Set<() => void>()

  hear(): void {
    for (const wake of this.#waiting) wake()
  }

  /** False where nothing is heard within the time. */
  next(timeoutMs: number): Promise<boolean> {
    return new Promise((resolve) => {
      const end = (isHeard: boolean): void => {
        clearTimeout(timer)
        this.#waiting.delete(wake)
        resolve(isHeard)
      }
      const wake = (): void => end(true)
      const timer = setTimeout(() => end(false), timeoutMs)
      this.#waiting.add(wake)
    })
  }
}
