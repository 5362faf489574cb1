import { render, type ComponentChildren } from 'preact'
import { readMessages, type GetMessage } from './read-messages.ts'
import { createTranslate } from './translate.ts'
import { UiContext, type Ui } from './ui-context.tsx'

type Facts = Omit<Ui, 't' | 'locale'> & {
  /** The browser's own texts. */
  getMessage: GetMessage
}

/** Draws one of the extension's pages, in the language and direction of the browser. */
export function drawPage(facts: Facts, content: ComponentChildren): void {
  if (facts.getMessage('locale') !== '') draw(facts, content)
  else void readMessages(navigator.languages).then((getMessage) => draw({ ...facts, getMessage }, content))
}

function draw({ getMessage, ...facts }: Facts, content: ComponentChildren): void {
  const t = createTranslate(getMessage)
  const ui: Ui = { ...facts, t, locale: t('locale') }
  document.documentElement.lang = ui.locale
  document.documentElement.dir = getMessage('@@bidi_dir')
  const root = document.getElementById('root')
  if (root) render(<UiContext.Provider value={ui}>{content}</UiContext.Provider>, root)
}
