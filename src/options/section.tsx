import type { ComponentChildren } from 'preact'
import { useId } from 'preact/hooks'
import type { MessageKey } from '../ui/translate.ts'
import { useUi } from '../ui/ui-context.tsx'

type Props = { title: MessageKey; about: MessageKey; children: ComponentChildren }

/** One subject of the options, with a sentence on what it means. */
export function Section({ title, about, children }: Props) {
  const { t } = useUi()
  const id = useId()
  return (
    <section class="panel" aria-labelledby={id}>
      <h2 id={id}>{t(title)}</h2>
      <p class="quiet">{t(about)}</p>
      {children}
    </section>
  )
}
