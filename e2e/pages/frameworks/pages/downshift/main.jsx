import { useCombobox, useSelect } from 'downshift'
import { useState } from 'react'
import { createRoot } from 'react-dom/client'
import { exposeState, markReady, receive } from '../truth.js'

const books = ['Middlemarch', 'Emma', 'Persuasion', 'Villette', 'Silas Marner']
const formats = ['Hardcover', 'Paperback', 'Audio']

function Loan() {
  const [values, setValues] = useState({ book: null, format: null })
  const put = (key) => (value) => setValues((old) => ({ ...old, [key]: value }))
  exposeState(() => values)
  const submit = (event) => {
    event.preventDefault()
    receive(values)
  }
  return (
    <form aria-label="Loan" onSubmit={submit}>
      <h1>Loan</h1>
      <Book value={values.book} onChange={put('book')} />
      <Format value={values.format} onChange={put('format')} />
      <button type="submit">Borrow</button>
      <output />
    </form>
  )
}

function Book({ value, onChange }) {
  const [items, setItems] = useState(books)
  const combobox = useCombobox({
    items,
    selectedItem: value,
    onSelectedItemChange: ({ selectedItem }) => onChange(selectedItem ?? null),
    onInputValueChange: ({ inputValue }) =>
      setItems(books.filter((book) => book.toLowerCase().includes((inputValue ?? '').toLowerCase()))),
  })
  return (
    <div>
      <label {...combobox.getLabelProps()}>Book</label>
      <input {...combobox.getInputProps()} />
      <button type="button" aria-label="Show books" {...combobox.getToggleButtonProps()}>
        ▾
      </button>
      <ul {...combobox.getMenuProps()}>
        {combobox.isOpen &&
          items.map((item, index) => (
            <li key={item} {...combobox.getItemProps({ item, index })}>
              {item}
            </li>
          ))}
      </ul>
    </div>
  )
}

function Format({ value, onChange }) {
  const select = useSelect({
    items: formats,
    selectedItem: value,
    onSelectedItemChange: ({ selectedItem }) => onChange(selectedItem ?? null),
  })
  return (
    <div>
      <label {...select.getLabelProps()}>Format</label>
      <div {...select.getToggleButtonProps()}>{value ?? 'Choose a format'}</div>
      <ul {...select.getMenuProps()}>
        {select.isOpen &&
          formats.map((item, index) => (
            <li key={item} {...select.getItemProps({ item, index })}>
              {item}
            </li>
          ))}
      </ul>
    </div>
  )
}

createRoot(document.getElementById('root')).render(<Loan />)
markReady()
