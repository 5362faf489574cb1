import type { SensitivePlaces } from './sensitive-places.ts'
import { joinPath } from './dot-path.ts'

/** Shorter texts are no secrets, and hiding each `1` of a result would hide the result. */
const secretMinLength = 3
const wholeWordLength = 3

/** Hides in any text what was sent as a secret, also where it comes back encoded. */
export type EchoFilter = {
  readonly isIdle: boolean
  hide: (text: string, placeholder: string) => string
  isIn: (text: string) => boolean
}

export function createEchoFilter(inputs: readonly unknown[], places: SensitivePlaces): EchoFilter {
  const secrets = new Set(inputs.flatMap((input) => collectSecrets(input, '', places)))
  const alternatives = [...secrets]
    .filter((secret) => secret.length >= secretMinLength)
    .flatMap(variantsOf)
    .sort((a, b) => b.length - a.length)
    .map(toExpression)
  if (alternatives.length === 0) return { isIdle: true, hide: (text) => text, isIn: () => false }
  const expression = new RegExp([...new Set(alternatives)].join('|'), 'gu')
  return {
    isIdle: false,
    hide: (text, placeholder) => text.replace(expression, () => placeholder),
    isIn: (text) => text.search(expression) >= 0,
  }
}

function collectSecrets(value: unknown, path: string, places: SensitivePlaces): string[] {
  const reason = places.reasonAt(path)
  if (reason) return leafTexts(value)
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([key, child]) => collectSecrets(child, joinPath(path, key), places))
}

function leafTexts(value: unknown): string[] {
  if (typeof value === 'string') return [value, value.trim()]
  if (typeof value === 'number' || typeof value === 'bigint') return [String(value)]
  if (typeof value !== 'object' || value === null) return []
  return Object.values(value).flatMap(leafTexts)
}

const variantsOf = (secret: string): string[] => {
  const wellFormed = secret.toWellFormed()
  const encoded = encodeURIComponent(wellFormed)
  const inJson = JSON.stringify(secret).slice(1, -1)
  const inHtml = secret.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
  return [secret, encoded, encoded.replaceAll('%20', '+'), inJson, inHtml, inHtml.replaceAll('"', '&quot;')]
}

const toExpression = (secret: string): string => {
  const escaped = secret.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&')
  return secret.length > wholeWordLength ? escaped : `(?<![\\p{L}\\p{N}])${escaped}(?![\\p{L}\\p{N}])`
}
