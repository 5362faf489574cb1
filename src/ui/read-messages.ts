export type GetMessage = (key: string, substitutions?: string[]) => string

const rightToLeft = ['ar']
const locales = ['en', 'de', ...rightToLeft]

/**
 * The extension's own texts by their file. The browser gives none to any page of the process once the first of them was
 * closed while it loaded.
 */
export async function readMessages(languages: readonly string[]): Promise<GetMessage> {
  const wanted = languages.map((language) => language.slice(0, 2).toLowerCase())
  const locale = wanted.find((language) => locales.includes(language)) ?? 'en'
  const answer = await fetch(`/_locales/${locale}/messages.json`)
  // The build ships this file with the page.
  const messages = (await answer.json()) as Partial<Record<string, { message: string }>>
  return (key, substitutions = []) => {
    if (key === '@@bidi_dir') return rightToLeft.includes(locale) ? 'rtl' : 'ltr'
    const text = messages[key]?.message ?? ''
    return text.replaceAll(/\$(\d)/g, (_, index: string) => substitutions[Number(index) - 1] ?? '')
  }
}
