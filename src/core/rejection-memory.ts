import { rejectionMemoryMs } from './limits.ts'

/** What the person rejected a moment ago, so that asking again at once brings no second card. */
export type RejectionMemory = {
  add(key: string, note: string | undefined): void
  find(key: string): { note?: string } | undefined
}

export function createRejectionMemory(now: () => number): RejectionMemory {
  const rejected = new Map<string, { until: number; note?: string }>()
  const forgetOld = (): void => {
    for (const [key, { until }] of rejected) if (until <= now()) rejected.delete(key)
  }
  return {
    add(key, note) {
      forgetOld()
      rejected.set(key, { until: now() + rejectionMemoryMs, ...(note === undefined ? {} : { note }) })
    },
    find(key) {
      forgetOld()
      return rejected.get(key)
    },
  }
}
