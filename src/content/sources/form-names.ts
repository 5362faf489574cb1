const maxSlug = 48

/** ASCII words with hyphens, as tool names allow; empty where the text has none. */
export const slugOf = (text: string): string =>
  text
    .normalize('NFKD')
    .replace(/[\u0300-\u036F'’]/g, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '')
    .slice(0, maxSlug)
    .replace(/-$/, '')

/** Words with underscores, letters of every script kept; no dots, since keys stand in dot paths. */
const keyFromLabel = (label: string): string =>
  label
    .normalize('NFC')
    .toLowerCase()
    .replace(/['’]/g, '')
    .replace(/[^\p{L}\p{M}\p{N}]+/gu, '_')
    .replace(/^_|_$/g, '')
    .slice(0, maxSlug)
    .replace(/_$/, '')

const keyFromName = (name: string): string =>
  name
    .replace(/[^\p{L}\p{M}\p{N}_-]+/gu, '_')
    .replace(/^_+|_+$/g, '')
    .slice(0, maxSlug)

/** What frameworks and servers count up or draw at random; it differs from load to load, or says nothing. */
const generated = [
  // React's `useId`, in whatever it was built into.
  /:r[\da-z]+:|«r[\da-z]+»|(^|[-_:])_r_[\da-z]{1,6}_/i,
  // Vue, Svelte and Solid.
  /^v[-:]\d|^[sc]\d+$|^cl-\d|[-_:]v[-_:]\d/i,
  /^(mui|react|radix|headlessui|rc|el|ng|mantine|downshift|ember|cdk|mat|field|input|entry|question|q|v)[-_.:]*(id|input|select|field)?[-_.:]*[\da-z]*\d[\da-z]*[-_:]*(input)?$/i,
  // Mantine and others: their own name and a random word.
  /^(mantine|chakra|uid?)[-_][\da-z]{9,}(-|$)/i,
  /[-_:]\d+[-_:]|[-_:]\d{2,}$|^(mat|cdk|p|pn)[-_].*\d$/i,
  /[\da-f]{8}|^[\d\W_]+$/i,
]

/** Names that a program made up say nothing to a reader. */
export const isTellingName = (name: string): boolean =>
  name !== '' && !generated.some((pattern) => pattern.test(name))

/** The property that stands for a field: its name where it says something, else its label, else what there is. */
export function fieldKey(names: { name: string; label: string | undefined; id: string }): string {
  const { name, label, id } = names
  if (isTellingName(name)) return keyFromName(name) || 'field'
  const fromLabel = label ? keyFromLabel(label) : ''
  return fromLabel || (isTellingName(id) ? keyFromName(id) : '') || keyFromName(name) || 'field'
}

const forbidden = new Set(['__proto__', 'prototype', 'constructor'])

/** Makes names unique by `2`, `3` after the separator. */
export function createUniqueNames(separator: string): (name: string) => string {
  const taken = new Set<string>()
  const counts = new Map<string, number>()
  return (name) => {
    const base = forbidden.has(name) ? `${name}${separator}field` : name
    let count = counts.get(base) ?? 1
    let unique = base
    while (taken.has(unique)) unique = `${base}${separator}${++count}`
    counts.set(base, count)
    taken.add(unique)
    return unique
  }
}
