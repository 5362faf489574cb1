import {
  Checkbox,
  Combobox,
  ComboboxButton,
  ComboboxInput,
  ComboboxOption,
  ComboboxOptions,
  Field,
  Input,
  Label,
  Listbox,
  ListboxButton,
  ListboxOption,
  ListboxOptions,
  Radio,
  RadioGroup,
  Switch,
} from '@headlessui/react'
import { useState } from 'react'
import { createRoot } from 'react-dom/client'
import { exposeState, markReady, receive } from '../truth.js'

const people = ['Durward Reynolds', 'Kenton Towne', 'Therese Wunsch', 'Benedict Kessler']
const box = { display: 'inline-block', width: 20, height: 20, border: '1px solid' }

function Assignment() {
  const [values, setValues] = useState({
    title: '',
    person: null,
    state: 'open',
    urgent: false,
    hidden: false,
    size: 's',
  })
  const put = (key) => (value) => setValues((old) => ({ ...old, [key]: value }))
  exposeState(() => values)
  const submit = (event) => {
    event.preventDefault()
    receive(values)
  }
  return (
    <form aria-label="Assignment" onSubmit={submit}>
      <h1>Assignment</h1>
      <Field>
        <Label>Title</Label>
        <Input value={values.title} onChange={(event) => put('title')(event.target.value)} />
      </Field>
      <Person value={values.person} onChange={put('person')} />
      <State value={values.state} onChange={put('state')} />
      <Field>
        <Label>Urgent</Label>
        <Checkbox checked={values.urgent} onChange={put('urgent')} style={box} />
      </Field>
      <Field>
        <Label>Hide from others</Label>
        <Switch checked={values.hidden} onChange={put('hidden')} style={box} />
      </Field>
      <RadioGroup aria-label="Size" value={values.size} onChange={put('size')}>
        {['s', 'm', 'l'].map((size) => (
          <Field key={size}>
            <Radio value={size} style={box} />
            <Label>{size.toUpperCase()}</Label>
          </Field>
        ))}
      </RadioGroup>
      <button type="submit">Assign</button>
      <output />
    </form>
  )
}

function Person({ value, onChange }) {
  const [query, setQuery] = useState('')
  const found = people.filter((person) => person.toLowerCase().includes(query.toLowerCase()))
  return (
    <Field>
      <Label>Assignee</Label>
      <Combobox value={value} onChange={onChange} onClose={() => setQuery('')}>
        <ComboboxInput
          displayValue={(person) => person ?? ''}
          onChange={(event) => setQuery(event.target.value)}
        />
        <ComboboxButton>▾</ComboboxButton>
        <ComboboxOptions>
          {found.map((person) => (
            <ComboboxOption key={person} value={person}>
              {person}
            </ComboboxOption>
          ))}
        </ComboboxOptions>
      </Combobox>
    </Field>
  )
}

function State({ value, onChange }) {
  return (
    <Field>
      <Label>State</Label>
      <Listbox value={value} onChange={onChange}>
        <ListboxButton>{value}</ListboxButton>
        <ListboxOptions>
          {['open', 'doing', 'done'].map((state) => (
            <ListboxOption key={state} value={state}>
              {state}
            </ListboxOption>
          ))}
        </ListboxOptions>
      </Listbox>
    </Field>
  )
}

createRoot(document.getElementById('root')).render(<Assignment />)
markReady()
