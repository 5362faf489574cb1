import type { SensitivePlaces } from './sensitive-places.ts'
import { joinPath } from './dot-path.ts'

/** Shorter texts are no secrets, and hiding each `1` of a result would hide the result. */
const secretMinLength = 3
const wholeWordLength = 3
/** A document sent as a secret would make an expression too large for the engine; it is looked for as it is. */
const expressionMaxLength = 1000

/** Hides in any text what was sent as a secret, also where it comes back encoded. */
export type EchoFilter = {
  readonly isIdle: boolean
  hide: (text: string, placeholder: string) => string
  isIn: (text: string) => boolean
}

export function createEchoFilter(inputs: readonly unknown[], places: SensitivePlaces): EchoFilter {
  const secrets = new Set(inputs.flatMap((input) => collectSecrets(input, '', places)))
  const variants = [...secrets].filter((secret) => secret.length >= secretMinLength).flatMap(variantsOf)
  const wanted = [...new Set(variants)].sort((a, b) => b.length - a.length)
  if (wanted.length === 0) return { isIdle: true, hide: (text) => text, isIn: () => false }
  const documents = wanted.filter((secret) => secret.length > expressionMaxLength)
  const short = wanted.filter((secret) => secret.length <= expressionMaxLength)
  // An expression without alternatives would match everywhere.
  const expression = short.length > 0 ? new RegExp(short.map(toExpression).join('|'), 'gu') : /(?!)/gu
  const hide = (text: string, placeholder: string): string =>
    documents
      .reduce((rest, secret) => rest.replaceAll(secret, () => placeholder), text)
      .replace(expression, () => placeholder)
  return {
    isIdle: false,
    hide,
    isIn: (text) => text.search(expression) >= 0 || documents.some((secret) => text.includes(secret)),
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
