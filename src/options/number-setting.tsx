import { useId } from 'preact/hooks'

type Props = {
  label: string
  value: number
  min: number
  max: number
  onChange: (value: number) => void
}

/** A whole number, kept when the field is left and brought within its bounds. */
export function NumberSetting({ label, value, min, max, onChange }: Props) {
  const id = useId()
  return (
    <div class="setting">
      <label for={id}>{label}</label>
      <input
        id={id}
        type="number"
        min={min}
        max={max}
        step={1}
        value={value}
        onChange={(event) => {
          const typed = event.currentTarget.valueAsNumber
          const kept = Number.isFinite(typed) ? Math.min(max, Math.max(min, Math.round(typed))) : value
          event.currentTarget.value = String(kept)
          if (kept !== value) onChange(kept)
        }}
      />
    </div>
  )
}
