/** A promise that is resolved from outside; only the first value counts. */
export type Deferred<T> = { readonly promise: Promise<T>; resolve(value: T): void }

export function createDeferred<T>(): Deferred<T> {
  let settle: ((value: T) => void) | undefined
  // Not `Promise.withResolvers`, which Node 20 lacks. The executor runs at once.
  const promise = new Promise<T>((resolve) => {
    settle = resolve
  })
  return { promise, resolve: (value) => settle?.(value) }
}
