import { useId, useState } from 'preact/hooks'

type Props = {
  label: string
  button: string
  placeholder?: string
  /** What is added for what was typed; undefined where it is not usable. */
  parse: (typed: string) => string | undefined
  problem: string
  onAdd: (value: string) => void
}

/** A text field with a button, for one more of something. */
export function AddField({ label, button, placeholder, parse, problem, onAdd }: Props) {
  const id = useId()
  const [typed, setTyped] = useState('')
  const [isWrong, setWrong] = useState(false)
  const add = (): void => {
    const value = parse(typed)
    setWrong(value === undefined)
    if (value === undefined) return
    onAdd(value)
    setTyped('')
  }
  return (
    <form
      class="add"
      onSubmit={(event) => {
        event.preventDefault()
        add()
      }}
    >
      <label for={id}>{label}</label>
      <div class="row">
        <input
          id={id}
          type="text"
          dir="auto"
          placeholder={placeholder}
          value={typed}
          aria-invalid={isWrong}
          aria-describedby={`${id}-problem`}
          onInput={(event) => setTyped(event.currentTarget.value)}
        />
        <button type="submit">{button}</button>
      </div>
      <output id={`${id}-problem`} class="problem">
        {isWrong && problem}
      </output>
    </form>
  )
}
