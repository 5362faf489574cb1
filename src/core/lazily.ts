/** What is made when it is first asked for, and then kept. */
export function lazily<T>(create: () => T): () => T {
  let made: { value: T } | undefined
  return () => (made ??= { value: create() }).value
}
