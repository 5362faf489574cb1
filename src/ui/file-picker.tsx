import { useId, useState } from 'preact/hooks'
import type { Card } from '../core/confirmation.ts'
import type { FileField } from '../core/tool.ts'
import { toSizeText } from './field-value.tsx'
import { PageText } from './page-text.tsx'
import { Rich } from './rich.tsx'
import { useUi } from './ui-context.tsx'

export type PickedFiles = Record<string, File[]>
type FileRequest = Card['files'][number]

export const arePicked = (requests: readonly FileRequest[], picked: PickedFiles): boolean =>
  requests.every(({ path }) => (picked[path]?.length ?? 0) > 0)

type Props = {
  card: Card
  tabId: number
  picked: PickedFiles
  onPick: (picked: PickedFiles) => void
}

/** The files that an agent asks for, each to be picked by the person. */
export function FilePickers({ card, tabId, picked, onPick }: Props) {
  const { t, moveToWindow } = useUi()
  if (card.files.length === 0) return null
  return (
    <div class="files">
      {card.files.map((request) => (
        <FilePicker
          key={request.path}
          request={request}
          label={card.labels[request.path] ?? request.path}
          files={picked[request.path] ?? []}
          onPick={(files) => onPick({ ...picked, [request.path]: files })}
        />
      ))}
      {moveToWindow && (
        <button type="button" onClick={() => moveToWindow(tabId)}>
          {t('pick_in_window')}
        </button>
      )}
    </div>
  )
}

type PickerProps = { request: FileRequest; label: string; files: File[]; onPick: (files: File[]) => void }

function FilePicker({ request, label, files, onPick }: PickerProps) {
  const { t, locale, moveToWindow } = useUi()
  const id = useId()
  const { accept, maxBytes } = request
  return (
    <div class="field">
      <strong id={id}>
        <PageText text={label} />
      </strong>
      <p>
        <Rich id="file_wanted" parts={[<PageText key="ref" text={request.ref} />]} />
      </p>
      <p class="quiet">
        {accept !== undefined && accept !== '' && <PageText text={accept} />}{' '}
        {maxBytes !== undefined && t('file_limit', toSizeText(maxBytes, locale))}
      </p>
      {!moveToWindow && <FileInput control={{ 'aria-labelledby': id }} field={request} onPick={onPick} />}
      {files.length > 0 && (
        <ul class="quiet">
          {files.map(({ name, size }) => (
            <li key={name}>
              <PageText text={name} /> {toSizeText(size, locale)}
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}

type InputProps = {
  control: { id?: string; 'aria-labelledby'?: string; 'aria-describedby'?: string }
  field: { [Fact in keyof FileField]: FileField[Fact] | undefined }
  onPick: (files: File[]) => void
}

/** The browser's own picker, which takes nothing that is too large for the field. */
export function FileInput({ control, field: { accept, multiple = false, maxBytes }, onPick }: InputProps) {
  const { t } = useUi()
  const [isTooLarge, setTooLarge] = useState(false)
  const pick = (chosen: File[]): void => {
    const isOver = maxBytes !== undefined && chosen.some(({ size }) => size > maxBytes)
    setTooLarge(isOver)
    onPick(isOver ? [] : chosen)
  }
  return (
    <>
      <input
        {...control}
        type="file"
        accept={accept}
        multiple={multiple}
        onChange={(event) => pick([...(event.currentTarget.files ?? [])])}
      />
      {isTooLarge && (
        <p role="alert" class="problem">
          {t('file_too_large')}
        </p>
      )}
    </>
  )
}
