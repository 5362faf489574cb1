import { isSensitiveName } from './sensitive-names.ts'

const placeholder = '[redacted]'
/** Query parameters that carry a secret although their name alone would not say so in a form. */
const secretParameters = new Set(
  'token sig signature auth authorization jwt sessionid assertion x-amz-signature x-goog-signature'.split(
    ' ',
  ),
)
/** Secrets only when they are as long as one: `code=DE` is a country. */
const ambiguousParameters = new Set('key code session sid ticket'.split(' '))
const secretMinLength = 16

/** An address without userinfo and without the values of sensitive parameters, in its query or its fragment. */
export function redactUrl(url: string, rules: readonly string[] = []): string {
  const match = /^([a-z][a-z0-9+.-]*:\/\/)([^/?#\s]*)([^?#]*)(\?[^#]*)?(#.*)?$/isu.exec(url)
  if (!match) return url
  const [, scheme = '', authority = '', path = '', query = '', fragment = ''] = match
  const host = authority.slice(authority.lastIndexOf('@') + 1)
  return scheme + host + path + redactParameters(query, rules) + redactParameters(fragment, rules)
}

/** The same for every address inside a text. */
export const redactUrlsInText = (text: string, rules: readonly string[] = []): string =>
  text.includes('://')
    ? text.replace(/[a-z][a-z0-9+.-]{0,30}:\/\/[^\s<>"'`]+/giu, (url) => redactUrl(url, rules))
    : text

/** `marker` is the leading `?` or `#`; a fragment without parameters stays as it is. */
function redactParameters(part: string, rules: readonly string[]): string {
  if (!part.includes('=')) return part
  const marker = part.slice(0, 1)
  const parameters = part.slice(1).split('&')
  return marker + parameters.map((parameter) => redactParameter(parameter, rules)).join('&')
}

function redactParameter(parameter: string, rules: readonly string[]): string {
  const equals = parameter.indexOf('=')
  if (equals < 0 || equals === parameter.length - 1) return parameter
  const name = decode(parameter.slice(0, equals).replace(/^.*\?/, ''))
  return isSecretParameter(name, parameter.length - equals - 1, rules)
    ? `${parameter.slice(0, equals)}=${placeholder}`
    : parameter
}

const isSecretParameter = (name: string, valueLength: number, rules: readonly string[]): boolean =>
  secretParameters.has(name.toLowerCase()) ||
  (ambiguousParameters.has(name.toLowerCase()) && valueLength >= secretMinLength) ||
  isSensitiveName(name, rules)

const decode = (text: string): string => {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}
