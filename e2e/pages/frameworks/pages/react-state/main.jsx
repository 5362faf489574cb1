import { useState } from 'react'
import { createRoot } from 'react-dom/client'
import { exposeState, markReady, receive } from '../truth.js'

const empty = {
  name: '',
  about: '',
  age: '',
  plan: 'free',
  terms: false,
  size: 'm',
  volume: '30',
  start: '',
  shout: '',
  city: '',
  street: '',
}
const streets = { Paris: ['Rue de Rivoli', 'Rue Oberkampf'], Rome: ['Via Appia', 'Via del Corso'] }

function SignUp() {
  const [values, setValues] = useState(empty)
  exposeState(() => values)
  const set = (key) => (event) => setValues((old) => ({ ...old, [key]: event.target.value }))
  const canSend = values.name.trim() !== '' && values.terms
  const submit = (event) => {
    event.preventDefault()
    receive(values)
  }
  return (
    <form aria-label="Sign up" onSubmit={submit}>
      <h1>Sign up</h1>
      <label>
        Name <input value={values.name} onChange={set('name')} />
      </label>
      <label>
        About you <textarea value={values.about} onChange={set('about')} />
      </label>
      <label>
        Age <input type="number" value={values.age} onChange={set('age')} />
      </label>
      <label>
        Plan
        <select value={values.plan} onChange={set('plan')}>
          <option value="free">Free</option>
          <option value="pro">Professional</option>
        </select>
      </label>
      <label>
        <input
          type="checkbox"
          checked={values.terms}
          onChange={(event) => setValues((old) => ({ ...old, terms: event.target.checked }))}
        />
        I accept the terms
      </label>
      <Sizes value={values.size} onChange={set('size')} />
      <label>
        Volume <input type="range" min="0" max="100" value={values.volume} onChange={set('volume')} />
      </label>
      <label>
        Start <input type="datetime-local" value={values.start} onChange={set('start')} />
      </label>
      <label>
        Code word
        <input
          value={values.shout}
          onChange={(event) => setValues((old) => ({ ...old, shout: event.target.value.toUpperCase() }))}
        />
      </label>
      <Address values={values} setValues={setValues} />
      <button type="submit" disabled={!canSend}>
        Create account
      </button>
      <output />
    </form>
  )
}

function Sizes({ value, onChange }) {
  return (
    <div role="radiogroup" aria-label="T-shirt size">
      {['s', 'm', 'l'].map((size) => (
        <label key={size}>
          <input type="radio" name="size" value={size} checked={value === size} onChange={onChange} />
          {size.toUpperCase()}
        </label>
      ))}
    </div>
  )
}

/** The streets of a city come a moment after the city was chosen. */
function Address({ values, setValues }) {
  const [offered, setOffered] = useState([])
  const chooseCity = (event) => {
    const city = event.target.value
    setValues((old) => ({ ...old, city, street: '' }))
    setOffered([])
    setTimeout(() => setOffered(streets[city] ?? []), 120)
  }
  return (
    <>
      <label>
        City
        <select value={values.city} onChange={chooseCity}>
          <option value="">Choose…</option>
          <option>Paris</option>
          <option>Rome</option>
        </select>
      </label>
      <label>
        Street
        <select
          value={values.street}
          disabled={offered.length === 0}
          onChange={(event) => setValues((old) => ({ ...old, street: event.target.value }))}
        >
          <option value="">Choose…</option>
          {offered.map((street) => (
            <option key={street}>{street}</option>
          ))}
        </select>
      </label>
    </>
  )
}

createRoot(document.getElementById('root')).render(<SignUp />)
markReady()
