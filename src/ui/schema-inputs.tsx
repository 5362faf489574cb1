import type { Choice, Shape, TextInput, TextShape } from './schema-shape.ts'
import { useUi } from './ui-context.tsx'
import { toDisplayText } from '../core/display-text.ts'

export type InputProps<T = unknown> = {
  /** What ties the control to its label, hint and issues. */
  control: { id: string; 'aria-invalid': boolean; 'aria-describedby'?: string }
  value: T
  onChange: (value: unknown) => void
  isRequired: boolean
}

export function ChoiceInput({
  control,
  value,
  onChange,
  isRequired,
  choices,
}: InputProps & { choices: Choice[] }) {
  const { t } = useUi()
  const index = choices.findIndex((choice) => isSame(choice.value, value))
  return (
    <select
      {...control}
      value={index < 0 ? '' : String(index)}
      onChange={(event) => onChange(choices[Number(event.currentTarget.value || -1)]?.value)}
    >
      {(index < 0 || !isRequired) && <option value="">{t('not_set')}</option>}
      {choices.map((choice, at) => (
        <option key={at} value={String(at)}>
          {choice.value === null ? t('value_emptied') : toDisplayText(choice.label)}
        </option>
      ))}
    </select>
  )
}

export function ChoicesInput({ control, value, onChange, choices }: InputProps & { choices: Choice[] }) {
  const chosen = Array.isArray(value) ? value : []
  const toggle = (choice: Choice, isOn: boolean): void => {
    const others = chosen.filter((one) => !isSame(one, choice.value))
    onChange(isOn ? [...others, choice.value] : others)
  }
  return (
    <fieldset {...control} class="choices">
      {choices.map((choice, at) => (
        <label key={at} class="check">
          <input
            type="checkbox"
            checked={chosen.some((one) => isSame(one, choice.value))}
            onChange={(event) => toggle(choice, event.currentTarget.checked)}
          />
          {toDisplayText(choice.label)}
        </label>
      ))}
    </fieldset>
  )
}

const isSame = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other)

export const BooleanInput = ({ control, value, onChange }: InputProps) => (
  <input
    {...control}
    type="checkbox"
    checked={value === true}
    onChange={(event) => onChange(event.currentTarget.checked)}
  />
)

export function NumberInput({
  control,
  value,
  onChange,
  shape,
}: InputProps & { shape: Extract<Shape, { kind: 'number' }> }) {
  return (
    <input
      {...control}
      type="number"
      step={shape.isWhole ? 1 : 'any'}
      min={shape.min}
      max={shape.max}
      value={typeof value === 'number' ? value : ''}
      onInput={(event) => {
        const written = event.currentTarget.value
        onChange(written === '' ? undefined : Number(written))
      }}
    />
  )
}

/** Controls of the browser's that show anything but a valid value as empty. */
const shownStrictly: Partial<Record<TextInput, RegExp>> = {
  date: /^\d{4}-\d{2}-\d{2}$/,
  time: /^\d{2}:\d{2}(:\d{2}(\.\d{1,3})?)?$/,
  'datetime-local': /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2}(\.\d{1,3})?)?$/,
  month: /^\d{4}-\d{2}$/,
  week: /^\d{4}-W\d{2}$/,
  color: /^#[\da-f]{6}$/i,
}

export function TextualInput({ shape, ...props }: InputProps & { shape: TextShape }) {
  const { control, value, onChange } = props
  const text = typeof value === 'string' ? value : ''
  if (!shape.isLong) return <LineInput {...props} shape={shape} text={text} />
  return (
    <textarea
      {...control}
      dir="auto"
      rows={Math.min(8, Math.max(3, text.split('\n').length))}
      value={text}
      onInput={(event) => onChange(event.currentTarget.value)}
    />
  )
}

function LineInput({ control, onChange, shape, text }: InputProps & { shape: TextShape; text: string }) {
  const { input, min, max, suggestions } = shape
  const pattern = shownStrictly[input]
  const isShowable = text === '' || (pattern?.test(text) ?? true)
  // The typings want to know the type as it is written.
  const type = (isShowable ? input : 'text') as 'text'
  const listId = suggestions.length > 0 ? `${control.id}-suggestions` : undefined
  return (
    <>
      <input
        {...control}
        type={type}
        dir="auto"
        autocomplete="off"
        min={min}
        max={max}
        list={listId}
        value={text}
        onInput={(event) => {
          const written = event.currentTarget.value
          onChange(written === '' && pattern ? undefined : written)
        }}
      />
      {listId && (
        <datalist id={listId}>
          {suggestions.map((suggestion) => (
            <option key={suggestion}>{suggestion}</option>
          ))}
        </datalist>
      )}
    </>
  )
}

/** JSON where nothing is known of the form; text that is no JSON is taken as text. */
export function JsonInput({ control, value, onChange }: InputProps) {
  const text = typeof value === 'string' ? value : value === undefined ? '' : JSON.stringify(value, null, 2)
  return (
    <textarea
      {...control}
      dir="ltr"
      class="json"
      rows={Math.min(8, Math.max(2, text.split('\n').length))}
      value={text}
      onInput={(event) => {
        const written = event.currentTarget.value
        onChange(written === '' ? undefined : parseLeniently(written))
      }}
    />
  )
}

function parseLeniently(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}

/** The label under which a file is asked for; the file itself is picked when the call is decided. */
export function FileRefInput({ control, value, onChange }: InputProps) {
  const ref = typeof value === 'object' && value !== null ? (value as { ref?: unknown }).ref : undefined
  return (
    <input
      {...control}
      type="text"
      dir="auto"
      value={typeof ref === 'string' ? ref : ''}
      onInput={(event) => {
        const written = event.currentTarget.value
        onChange(written === '' ? undefined : { ref: written })
      }}
    />
  )
}
