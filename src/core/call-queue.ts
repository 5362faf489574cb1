import { waitingCallsPerScope } from './limits.ts'

/** Runs one piece of work at a time, in order of arrival. */
export type CallQueue = {
  isFull(): boolean
  /** Undefined when the signal aborted before its turn came. `work` must not reject. */
  run<T>(signal: AbortSignal, work: () => Promise<T>): Promise<T | undefined>
}

export function createCallQueue(maxWaiting = waitingCallsPerScope): CallQueue {
  const waiting: (() => void)[] = []
  let isBusy = false

  const next = (): void => {
    const start = waiting.shift()
    isBusy = start !== undefined
    start?.()
  }

  const turn = (signal: AbortSignal): Promise<boolean> =>
    new Promise((resolve) => {
      const leave = (): void => {
        waiting.splice(waiting.indexOf(start), 1)
        resolve(false)
      }
      const start = (): void => {
        signal.removeEventListener('abort', leave)
        resolve(true)
      }
      waiting.push(start)
      signal.addEventListener('abort', leave, { once: true })
    })

  return {
    isFull: () => waiting.length >= maxWaiting,
    async run(signal, work) {
      if (signal.aborted) return undefined
      if (isBusy && !(await turn(signal))) return undefined
      isBusy = true
      try {
        return await work()
      } finally {
        next()
      }
    },
  }
}
