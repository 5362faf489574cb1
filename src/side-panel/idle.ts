/** Until what has changed is drawn and nothing else is to be done; in a page that nobody sees until the timeout at most. */
export async function idle(timeoutMs: number): Promise<void> {
  await Promise.race([nextFrame().then(nextFrame), new Promise((resolve) => setTimeout(resolve, timeoutMs))])
  await new Promise((resolve) => requestIdleCallback(resolve, { timeout: timeoutMs }))
}

const nextFrame = (): Promise<unknown> => new Promise((resolve) => requestAnimationFrame(resolve))
