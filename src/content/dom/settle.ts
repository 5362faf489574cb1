const settleLimitMs = 1000

/** One task: everything queued before it has run. Not throttled in hidden documents, unlike timers. */
export const nextTask = (): Promise<void> =>
  new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel()
    port1.addEventListener('message', () => {
      port1.close()
      resolve()
    })
    port1.start()
    port2.postMessage(null)
  })

const nextFrame = (view: Window): Promise<void> =>
  new Promise((resolve) => {
    view.requestAnimationFrame(() => resolve())
  })

/** Waits until the page had the chance to react: two animation frames, or two tasks where no frames run. At most 1 s. */
export async function settle(document: Document): Promise<void> {
  const view = document.defaultView
  if (!view || document.visibilityState === 'hidden') {
    await nextTask()
    await nextTask()
    return
  }
  await Promise.race([
    nextFrame(view).then(() => nextFrame(view)),
    sleep(settleLimitMs),
    onceHidden(document),
  ])
  await nextTask()
}

export const sleep = (ms: number): Promise<void> =>
  new Promise((resolve) => {
    setTimeout(resolve, ms)
  })

const onceHidden = (document: Document): Promise<void> =>
  new Promise((resolve) => {
    document.addEventListener('visibilitychange', () => resolve(), { once: true })
  })

/**
 * Waits for a condition that changes of the page may bring about. Asks again after each batch of mutations.
 * Resolves to the first value that is not undefined, or undefined after `timeoutMs`.
 */
export async function waitFor<T>(
  root: Node,
  find: () => T | undefined,
  timeoutMs: number,
): Promise<T | undefined> {
  const first = find()
  if (first !== undefined) return first
  return new Promise((resolve) => {
    const observer = new MutationObserver(() => check())
    const timer = setTimeout(() => finish(find()), timeoutMs)
    const finish = (value: T | undefined): void => {
      observer.disconnect()
      clearTimeout(timer)
      resolve(value)
    }
    const check = (): void => {
      const value = find()
      if (value !== undefined) finish(value)
    }
    observer.observe(root, { subtree: true, childList: true, attributes: true, characterData: true })
  })
}
