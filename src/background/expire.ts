/** For races against what may take for ever; in milliseconds. */
export const expire = (ms: number): Promise<void> =>
  new Promise((resolve) => {
    setTimeout(resolve, ms)
  })
