let ownDepth = 0

/** Runs code whose events are ours, not the person's: `click()` and editing commands cause trusted events too. */
export function asOurs<T>(act: () => T): T {
  ownDepth++
  try {
    return act()
  } finally {
    ownDepth--
  }
}

/** The same for an act that takes time. Trusted events meanwhile count as ours. */
export async function asOursUntil<T>(act: () => Promise<T>): Promise<T> {
  ownDepth++
  try {
    return await act()
  } finally {
    ownDepth--
  }
}

export const isOurs = (): boolean => ownDepth > 0
