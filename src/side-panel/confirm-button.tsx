import { useRef } from 'preact/hooks'
import { useUi } from '../ui/ui-context.tsx'

type Props = { text: string; question: string; action: string; className?: string; onConfirm: () => void }

/** A button for what cannot be taken back: it asks once more, in a dialog that Escape closes. */
export function ConfirmButton({ text, question, action, className = 'link', onConfirm }: Props) {
  const { t } = useUi()
  const dialog = useRef<HTMLDialogElement>(null)
  const close = (): void => {
    dialog.current?.close()
    // A menu that it was opened from has served, too.
    dialog.current?.closest<HTMLElement>('[popover]')?.hidePopover()
  }
  return (
    <>
      <button type="button" class={className} onClick={() => dialog.current?.showModal()}>
        {text}
      </button>
      <dialog ref={dialog} aria-label={text} onKeyDown={(event) => event.stopPropagation()}>
        <p>{question}</p>
        <div class="dialog-actions">
          <button type="button" onClick={close}>
            {t('panel_keep')}
          </button>
          <button
            type="button"
            class="danger"
            onClick={() => {
              close()
              onConfirm()
            }}
          >
            {action}
          </button>
        </div>
      </dialog>
    </>
  )
}
