/** The exact origin of what a person typed, with `https:` where they left it out; undefined where it is none. */
export function parseOrigin(typed: string): string | undefined {
  const text = typed.trim()
  const full = /^[a-z][a-z\d+.-]*:\/\//i.test(text) ? text : `https://${text}`
  if (text === '' || !URL.canParse(full)) return undefined
  const { protocol, origin } = new URL(full)
  return protocol === 'https:' || protocol === 'http:' ? origin : undefined
}

const loopback = /^(?:localhost|127\.\d+\.\d+\.\d+|\[::1\])$/

/** Files come over `https:`, or from this computer. */
export function parseFileOrigin(typed: string): string | undefined {
  const origin = parseOrigin(typed)
  if (origin === undefined) return undefined
  const { protocol, hostname } = new URL(origin)
  return protocol === 'https:' || loopback.test(hostname) ? origin : undefined
}
