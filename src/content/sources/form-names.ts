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

const generated =
  /[-_:]\d+[-_:]|[-_:]\d{2,}$|[-_:]v[-_:]|_r_|^:|^«|^_r_|^(mui|react|radix|headlessui|rc|el|v|ng|mantine|downshift|field|input|entry|question|q)[-_.:]*(id|input|select|field)?[-_.:]*[\da-z]*\d[\da-z]*[-_:]*(input)?$|[0-9a-f]{8}|^\d+$/i

/** Names that a program made up say nothing to a reader. */
export const isTellingName = (name: string): boolean => name !== '' && !generated.test(name)

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
  return (name) => {
    const base = forbidden.has(name) ? `${name}${separator}field` : name
    let unique = base
    for (let n = 2; taken.has(unique); n++) unique = `${base}${separator}${n}`
    taken.add(unique)
    return unique
  }
}
