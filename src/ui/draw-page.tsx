import { render, type ComponentChildren } from 'preact'
import { createTranslate } from './translate.ts'
import { UiContext, type Ui } from './ui-context.tsx'

type Facts = Omit<Ui, 't' | 'locale'> & {
  /** The browser's own texts. */
  getMessage: (key: string, substitutions?: string[]) => string
}

/** Draws one of the extension's pages, in the language and direction of the browser. */
export function drawPage({ getMessage, ...facts }: Facts, content: ComponentChildren): void {
  const t = createTranslate(getMessage)
  const ui: Ui = { ...facts, t, locale: t('locale') }
  document.documentElement.lang = ui.locale
  document.documentElement.dir = getMessage('@@bidi_dir')
  const root = document.getElementById('root')
  if (root) render(<UiContext.Provider value={ui}>{content}</UiContext.Provider>, root)
}
