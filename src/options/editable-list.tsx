import { useState } from 'preact/hooks'
import { Rich } from '../ui/rich.tsx'
import { useUi } from '../ui/ui-context.tsx'
import { AddField } from './add-field.tsx'

type Props = {
  name: string
  items: readonly string[]
  addLabel: string
  placeholder?: string
  parse: (typed: string) => string | undefined
  problem: string
  onChange: (items: string[]) => void
}

/** A list of words that the person keeps; what was removed last can be put back. */
export function EditableList({ name, items, addLabel, placeholder, parse, problem, onChange }: Props) {
  const { t } = useUi()
  const [removed, setRemoved] = useState<{ item: string; index: number }>()
  const remove = (index: number): void => {
    const item = items[index]
    if (item === undefined) return
    setRemoved({ item, index })
    onChange(items.toSpliced(index, 1))
  }
  const putBack = ({ item, index }: { item: string; index: number }): void => {
    onChange(items.toSpliced(index, 0, item))
    setRemoved(undefined)
  }
  return (
    <>
      <ul class="words" aria-label={name}>
        {items.map((item, index) => (
          <li key={item}>
            <bdi>{item}</bdi>
            <button
              type="button"
              class="link"
              aria-label={`${t('remove')}: ${item}`}
              onClick={() => remove(index)}
            >
              {t('remove')}
            </button>
          </li>
        ))}
      </ul>
      {removed && (
        <p class="removed">
          <Rich id="removed" parts={[<bdi key="item">{removed.item}</bdi>]} />{' '}
          <button type="button" class="link" onClick={() => putBack(removed)}>
            {t('undo')}
          </button>
        </p>
      )}
      <AddField
        label={addLabel}
        button={t('add')}
        parse={parse}
        problem={problem}
        onAdd={(item) => onChange([...items.filter((other) => other !== item), item])}
        {...(placeholder === undefined ? {} : { placeholder })}
      />
    </>
  )
}
