import { useState } from 'react'
import { createRoot } from 'react-dom/client'
import Select from 'react-select'
import AsyncSelect from 'react-select/async'
import CreatableSelect from 'react-select/creatable'
import { exposeState, markReady, receive } from '../truth.js'

const colours = [
  { value: 'r', label: 'Red' },
  { value: 'g', label: 'Green' },
  { value: 'b', label: 'Blue' },
]
const cities = ['Amsterdam', 'Antwerp', 'Athens', 'Berlin', 'Bern', 'Bruges'].map((label) => ({
  value: label.toLowerCase(),
  label,
}))
const findCities = (typed) =>
  new Promise((resolve) => {
    setTimeout(
      () => resolve(cities.filter(({ label }) => label.toLowerCase().includes(typed.toLowerCase()))),
      80,
    )
  })

const plain = (values) => ({
  colour: values.colour?.value ?? null,
  colours: values.colours.map(({ value }) => value),
  city: values.city?.value ?? null,
  label: values.label?.value ?? null,
})

function Palette() {
  const [values, setValues] = useState({ colour: null, colours: [colours[0]], city: null, label: null })
  const put = (key) => (value) => setValues((old) => ({ ...old, [key]: value }))
  exposeState(() => plain(values))
  const submit = (event) => {
    event.preventDefault()
    receive(plain(values))
  }
  return (
    <form aria-label="Palette" onSubmit={submit}>
      <h1>Palette</h1>
      <label htmlFor="colour">Main colour</label>
      <Select inputId="colour" isClearable options={colours} value={values.colour} onChange={put('colour')} />
      <label htmlFor="colours">More colours</label>
      <Select inputId="colours" isMulti options={colours} value={values.colours} onChange={put('colours')} />
      <label htmlFor="city">City</label>
      <AsyncSelect
        inputId="city"
        isClearable
        loadOptions={findCities}
        value={values.city}
        onChange={put('city')}
      />
      <label htmlFor="label">Label</label>
      <CreatableSelect
        inputId="label"
        isClearable
        options={colours}
        value={values.label}
        onChange={put('label')}
      />
      <button type="submit">Save palette</button>
      <output />
    </form>
  )
}

createRoot(document.getElementById('root')).render(<Palette />)
markReady()
