import { createContext } from 'preact'
import { useContext } from 'preact/hooks'
import type { Send } from './send.ts'
import type { Translate } from './translate.ts'

export type ShownTab = { tabId: number; title: string; url: string }

/** What the drawing parts need from the page that they are drawn in; they know no browser API themselves. */
export type Ui = {
  t: Translate
  /** BCP 47 tag of the texts, for dates and numbers. */
  locale: string
  send: Send
  /** This popup was opened for a request, not by the person. */
  isSelfOpened: boolean
  showPage: (tabId: number) => void
  /** Open tabs whose page has exactly this origin. */
  findTabs: (origin: string) => Promise<ShownTab[]>
  /** Goes on in a window of its own, where a file dialog would close this surface; absent where it would not. */
  moveToWindow?: (tabId: number) => void
}

export const UiContext = createContext<Ui | undefined>(undefined)

export function useUi(): Ui {
  const ui = useContext(UiContext)
  if (!ui) throw new Error('Draw inside UiContext.Provider')
  return ui
}
