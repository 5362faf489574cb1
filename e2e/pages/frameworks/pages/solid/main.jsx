import { createStore } from 'solid-js/store'
import { render } from 'solid-js/web'
import { exposeState, markReady, receive } from '../truth.js'

function Survey() {
  const [values, setValues] = createStore({
    name: '',
    notes: '',
    age: 18,
    plan: 'a',
    agree: false,
    way: 'mail',
    level: 30,
    day: '',
  })
  const set = (key) => (event) => setValues(key, event.currentTarget.value)
  const setNumber = (key) => (event) => setValues(key, event.currentTarget.valueAsNumber)
  exposeState(() => values)
  const submit = (event) => {
    event.preventDefault()
    receive(values)
  }
  return (
    <form aria-label="Survey" onSubmit={submit}>
      <h1>Survey</h1>
      <label>
        Name <input value={values.name} onInput={set('name')} />
      </label>
      <label>
        Notes <textarea value={values.notes} onInput={set('notes')} />
      </label>
      <label>
        Age <input type="number" value={values.age} onInput={setNumber('age')} />
      </label>
      <label>
        Plan
        <select value={values.plan} onChange={set('plan')}>
          <option value="a">Plan A</option>
          <option value="b">Plan B</option>
        </select>
      </label>
      <label>
        <input
          type="checkbox"
          checked={values.agree}
          onChange={(event) => setValues('agree', event.currentTarget.checked)}
        />{' '}
        I agree
      </label>
      <fieldset>
        <legend>Way of contact</legend>
        <label>
          <input type="radio" name="way" value="mail" checked={values.way === 'mail'} onChange={set('way')} />{' '}
          Mail
        </label>
        <label>
          <input
            type="radio"
            name="way"
            value="phone"
            checked={values.way === 'phone'}
            onChange={set('way')}
          />{' '}
          Phone
        </label>
      </fieldset>
      <label>
        Level <input type="range" min="0" max="100" value={values.level} onInput={setNumber('level')} />
      </label>
      <label>
        First day <input type="date" value={values.day} onChange={set('day')} />
      </label>
      <button type="submit">Answer</button>
      <output />
    </form>
  )
}

render(() => <Survey />, document.getElementById('root'))
markReady()
