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

export const isOurs = (): boolean => ownDepth > 0
