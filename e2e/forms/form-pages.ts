import type { FormPage } from './form-page.ts'
import { nativePages } from './native-pages.ts'
import { textPages } from './text-pages.ts'
import { widgetPages } from './widget-pages.ts'

/** Every page, in the groups that the table is printed in. */
export const formPageGroups: readonly { title: string; pages: readonly FormPage[] }[] = [
  { title: 'The browser’s own controls', pages: nativePages },
  { title: 'Controls drawn by the library', pages: widgetPages },
  { title: 'Masks, date pickers on text fields, editors', pages: textPages },
]

export const formPages: readonly FormPage[] = formPageGroups.flatMap(({ pages }) => pages)
