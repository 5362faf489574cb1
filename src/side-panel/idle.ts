/** Until what has changed is drawn, or after `timeoutMs`: a page that nobody sees is never idle. */
export const idle = (timeoutMs: number): Promise<unknown> =>
  new Promise((resolve) => requestIdleCallback(resolve, { timeout: timeoutMs }))
