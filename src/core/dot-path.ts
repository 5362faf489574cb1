/** Dot paths name a place in an input: `values.guests`, `rows.0.name`; `''` is the whole. */
export const joinPath = (parent: string, key: string | number): string =>
  parent === '' ? String(key) : `${parent}.${key}`

/**
 * Whether a pattern names the path or something that holds it. `*` stands for one segment. Keys that contain dots need
 * no escape: both sides are split alike.
 */
export function coversPath(pattern: string, path: string): boolean {
  const wanted = pattern === '' ? [] : pattern.split('.')
  const segments = path === '' ? [] : path.split('.')
  return wanted.length <= segments.length && wanted.every((part, i) => part === '*' || part === segments[i])
}

/** The value at a path, or `undefined`. Keys that contain dots are found too. */
export function findAtPath(value: unknown, path: string): unknown {
  if (path === '') return value
  if (typeof value !== 'object' || value === null) return undefined
  for (const [key, child] of Object.entries(value)) {
    if (path === key) return child
    if (!path.startsWith(`${key}.`)) continue
    const found = findAtPath(child, path.slice(key.length + 1))
    if (found !== undefined) return found
  }
  return undefined
}
