import '@shoelace-style/shoelace/dist/themes/light.css'
import '@shoelace-style/shoelace/dist/components/checkbox/checkbox.js'
import '@shoelace-style/shoelace/dist/components/input/input.js'
import '@shoelace-style/shoelace/dist/components/option/option.js'
import '@shoelace-style/shoelace/dist/components/radio-group/radio-group.js'
import '@shoelace-style/shoelace/dist/components/radio/radio.js'
import '@shoelace-style/shoelace/dist/components/range/range.js'
import '@shoelace-style/shoelace/dist/components/rating/rating.js'
import '@shoelace-style/shoelace/dist/components/select/select.js'
import '@shoelace-style/shoelace/dist/components/switch/switch.js'
import '@shoelace-style/shoelace/dist/components/textarea/textarea.js'
import { exposeState, markReady, receive } from '../truth.js'

document.getElementById('root').innerHTML = `
  <form aria-label="Delivery">
    <h1>Delivery</h1>
    <sl-input name="name" label="Name"></sl-input>
    <sl-textarea name="notes" label="Notes"></sl-textarea>
    <sl-input name="count" type="number" label="Parcels" value="1"></sl-input>
    <sl-input name="day" type="date" label="Day"></sl-input>
    <sl-select name="size" label="Size">
      <sl-option value="s">Small</sl-option>
      <sl-option value="m">Medium</sl-option>
      <sl-option value="l">Large</sl-option>
    </sl-select>
    <sl-select name="extras" label="Extras" multiple value="gift">
      <sl-option value="gift">Gift wrap</sl-option>
      <sl-option value="card">Greeting card</sl-option>
      <sl-option value="ice">Cooled</sl-option>
    </sl-select>
    <sl-checkbox name="terms" value="yes">I agree</sl-checkbox>
    <sl-switch name="alerts" value="yes">Alerts</sl-switch>
    <sl-radio-group name="way" label="Way" value="bike">
      <sl-radio value="bike">By bike</sl-radio>
      <sl-radio value="car">By car</sl-radio>
    </sl-radio-group>
    <sl-range name="level" label="Level" min="0" max="100" value="30"></sl-range>
    <sl-rating label="Stars" value="1"></sl-rating>
    <button type="submit">Send</button>
    <output></output>
  </form>`

const tags = [
  'sl-input',
  'sl-textarea',
  'sl-select',
  'sl-checkbox',
  'sl-switch',
  'sl-radio-group',
  'sl-range',
  'sl-rating',
]
await Promise.all(tags.map((tag) => customElements.whenDefined(tag)))
const form = document.querySelector('form')
const element = (name) => form.querySelector(`[name=${name}]`)
const values = ['name', 'notes', 'count', 'day', 'size', 'extras', 'way', 'level']

exposeState(() => ({
  ...Object.fromEntries(values.map((name) => [name, element(name).value])),
  terms: element('terms').checked,
  alerts: element('alerts').checked,
  stars: form.querySelector('sl-rating').value,
}))
form.addEventListener('submit', (event) => {
  event.preventDefault()
  const sent = new FormData(form)
  receive({
    ...Object.fromEntries(values.map((name) => [name, sent.get(name) ?? ''])),
    extras: sent.getAll('extras'),
    level: Number(sent.get('level')),
    terms: sent.get('terms') === 'yes',
    alerts: sent.get('alerts') === 'yes',
    stars: form.querySelector('sl-rating').value,
  })
})
await Promise.all([...form.querySelectorAll(tags.join(','))].map((field) => field.updateComplete))
markReady()
