/**
 * Names and labels that say that a value is secret. Read word by word, so that `spinner`, `secretary` or a field called
 * `text` says nothing.
 */
const secretWords = new Set(
  (
    'password passwords passwort kennwort passwd pwd passphrase passcode passcodes pin pincode cvc cvv csc ' +
    'ssn otp totp secret secrets apikey authtoken accesstoken credential credentials ' +
    'contraseña senha пароль كلمة_المرور كلمة_السر'
  )
    .split(' ')
    .map((word) => word.replace('_', ' ')),
)

/** What is one word although it names whose secret it is: `userpassword`. */
const secretEnding = /(?:password|passwort|kennwort|passwd|passcode|passphrase|cardnumber|ccnumber)$/

/** Words that mean a secret only when they stand together, in this order. */
const secretPhrases = [
  'card number',
  'card no',
  'card num',
  'cardnumber',
  'cc number',
  'security code',
  'social security',
  'one time',
  'verification code',
  'api key',
  'private key',
  'access key',
  'mot de passe',
  'كلمة المرور',
  'كلمة السر',
]
/** Scripts that are written without spaces. */
const unspaced = /密码|密碼|パスワード|暗証番号|비밀번호|รหัสผ่าน/

/** A token that only says where a list goes on, or counts, is not a secret. */
const harmlessTokenWords = new Set(
  'next page previous prev continuation cursor sync max min total count limit usage budget'.split(' '),
)
/** What is said about a password rather than the password. */
const aboutWords = new Set('length strength policy count changed updated expires expiry required'.split(' '))

/** Each secret word or phrase has one of these in it, or a letter that ASCII has not: most names are told apart by this. */
const suspicious =
  /pass|pwd|kennw|pin|cvc|cvv|csc|ssn|otp|secret|senha|key|token|credential|card|cc|secur|time|verif|[^\0-\x7F]/i

export function isSensitiveName(text: string, rules: readonly string[]): boolean {
  if (rules.length === 0 && !suspicious.test(text)) return false
  const words = wordsOf(text)
  return saysSecret(words, text) || rules.some((rule) => matchesRule(words, rule))
}

/** A person's rule is a word or phrase that a name contains, whatever its case and separators. */
export function matchesRule(words: readonly string[], rule: string): boolean {
  const wanted = wordsOf(rule).join('')
  return wanted !== '' && words.join('').includes(wanted)
}

/** `newPassword`, `new-password` and `New password:` are the same two words. */
export const wordsOf = (text: string): string[] =>
  text
    .slice(0, 1000)
    .normalize('NFC')
    .replace(/([\p{Ll}\d])(\p{Lu})/gu, '$1 $2')
    .replace(/(\p{Lu})(\p{Lu}\p{Ll})/gu, '$1 $2')
    .toLowerCase()
    .split(/[^\p{L}\p{M}\p{N}]+/u)
    .filter((word) => word !== '')

const isSecretWord = (word: string): boolean => secretWords.has(word) || secretEnding.test(word)

function saysSecret(given: readonly string[], text: string): boolean {
  // The second field of the kind, as in `password2`, is as secret as the first.
  const words = given.map((word) => word.replace(/\d+$/, ''))
  if (words.length > 1 && aboutWords.has(words.at(-1) ?? '')) return false
  if (words.some(isSecretWord) || unspaced.test(text)) return true
  if (words.includes('token')) return !words.some((word) => harmlessTokenWords.has(word))
  const joined = ` ${words.join(' ')} `
  return secretPhrases.some((phrase) => joined.includes(` ${phrase} `))
}
