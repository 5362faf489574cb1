import type { ComponentChildren } from 'preact'
import { useId, useState } from 'preact/hooks'
import { useUi } from './ui-context.tsx'

const foldedLength = 240
const foldedLines = 5

export const isLongText = (text: string): boolean =>
  text.length > foldedLength || text.split('\n').length > foldedLines

/** Long content behind a fold: all of it is there, and one press away. */
export function Folded({ isLong, children }: { isLong: boolean; children: ComponentChildren }) {
  const { t } = useUi()
  const id = useId()
  const [isOpen, setOpen] = useState(false)
  if (!isLong) return <>{children}</>
  return (
    <>
      <div id={id} class={`folded${isOpen ? ' is-open' : ''}`}>
        {children}
      </div>
      <button
        type="button"
        class="link"
        aria-expanded={isOpen}
        aria-controls={id}
        onClick={() => setOpen(!isOpen)}
      >
        {isOpen ? t('show_less') : t('show_all')}
      </button>
    </>
  )
}
