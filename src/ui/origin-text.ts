import { toUnicode } from 'punycode/'

/** Scripts that are written together in one language's names. */
const companions: readonly (readonly string[])[] = [
  ['Latin', 'Han', 'Hiragana', 'Katakana'],
  ['Latin', 'Han', 'Bopomofo'],
  ['Latin', 'Han', 'Hangul'],
]
const scripts = [
  'Latin',
  'Cyrillic',
  'Greek',
  'Arabic',
  'Hebrew',
  'Han',
  'Hiragana',
  'Katakana',
  'Bopomofo',
  'Hangul',
  'Thai',
  'Devanagari',
  'Armenian',
  'Georgian',
] as const
const scriptPatterns = scripts.map((name) => ({
  name,
  pattern: new RegExp(`\\p{Script_Extensions=${name}}`, 'u'),
}))

/** Whole names in letters that look like Latin ones, such as Cyrillic `аррӏе`. */
const latinLookalikes = /^[аеорсухіјѕԁһӏԛԝьвкмнтгοανρικτυχεωηβ\d.-]+$/u

/**
 * An origin as a person reads it: without `https://`, in its own letters where one script alone is used, else in
 * punycode. Any other scheme stays.
 */
export function toOriginText(origin: string): string {
  const [scheme, host] = splitOrigin(origin)
  if (host === undefined) return origin
  const shown = host.split('.').map(toLabelText).join('.')
  return scheme === 'https:' ? shown : `${scheme}//${shown}`
}

function splitOrigin(origin: string): [string, string?] {
  const at = origin.indexOf('://')
  return at < 0 ? [origin] : [origin.slice(0, at + 1), origin.slice(at + 3)]
}

function toLabelText(label: string): string {
  if (!label.startsWith('xn--')) return label
  const [name = '', port] = label.split(':')
  const decoded = decode(name)
  if (decoded === undefined || !isOneScript(decoded) || latinLookalikes.test(decoded)) return label
  return port === undefined ? decoded : `${decoded}:${port}`
}

function decode(label: string): string | undefined {
  try {
    return toUnicode(label).normalize('NFC')
  } catch {
    return undefined
  }
}

/** False also for a character of a script that is not listed: then the safe form is shown. */
export function isOneScript(text: string): boolean {
  const used = new Set<string>()
  for (const character of text) {
    if (/[\d-]/.test(character)) continue
    const script = scriptPatterns.find(({ pattern }) => pattern.test(character))
    if (!script) return false
    used.add(script.name)
  }
  return used.size <= 1 || companions.some((set) => [...used].every((script) => set.includes(script)))
}
