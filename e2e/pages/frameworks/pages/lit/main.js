import { html, LitElement } from 'lit'
import { exposeState, markReady, receive } from '../truth.js'

/** A field in a shadow root: the label is an attribute of the host, the real input is inside. */
class LitField extends LitElement {
  static formAssociated = true
  static properties = { label: {}, name: {}, value: {}, type: {} }

  constructor() {
    super()
    this.value = ''
    this.type = 'text'
    this.internals = this.attachInternals()
  }

  render() {
    return html`<label
      >${this.label} <input .type=${this.type} .value=${this.value} @input=${this.take}
    /></label>`
  }

  take(event) {
    this.value = event.target.value
    this.internals.setFormValue(this.value)
    this.dispatchEvent(new Event('change', { bubbles: true }))
  }
}

class LitChoice extends LitElement {
  static formAssociated = true
  static properties = { label: {}, name: {}, value: {}, options: { type: Array } }

  constructor() {
    super()
    this.value = ''
    this.options = []
    this.internals = this.attachInternals()
  }

  render() {
    return html`<label
      >${this.label}
      <select @change=${this.take}>
        ${this.options.map(
          ([value, title]) =>
            html`<option value=${value} ?selected=${value === this.value}>${title}</option>`,
        )}
      </select>
    </label>`
  }

  take(event) {
    this.value = event.target.value
    this.internals.setFormValue(this.value)
    this.dispatchEvent(new Event('change', { bubbles: true }))
  }
}

class LitCheck extends LitElement {
  static formAssociated = true
  static properties = { name: {}, checked: { type: Boolean } }

  constructor() {
    super()
    this.checked = false
    this.internals = this.attachInternals()
  }

  render() {
    return html`<label
      ><input type="checkbox" .checked=${this.checked} @change=${this.take} /> <slot></slot
    ></label>`
  }

  take(event) {
    this.checked = event.target.checked
    this.internals.setFormValue(this.checked ? 'on' : null)
  }
}

class LitForm extends LitElement {
  static properties = { values: { state: true } }

  constructor() {
    super()
    exposeState(() => this.read())
  }

  render() {
    const seats = JSON.stringify([
      ['', 'Choose…'],
      ['aisle', 'Aisle seat'],
      ['window', 'Window seat'],
    ])
    return html`<form aria-label="Ticket" @submit=${this.submit}>
      <h1>Ticket</h1>
      <lit-field name="name" label="Passenger"></lit-field>
      <lit-field name="bags" label="Bags" type="number" value="1"></lit-field>
      <lit-field name="day" label="Travel day" type="date"></lit-field>
      <lit-choice name="seat" label="Seat" options=${seats}></lit-choice>
      <lit-check name="quiet">Quiet coach</lit-check>
      <label>Remarks <textarea name="remarks"></textarea></label>
      <button type="submit">Buy ticket</button>
      <output></output>
    </form>`
  }

  read() {
    const field = (name) => this.renderRoot.querySelector(`[name=${name}]`)
    const texts = ['name', 'bags', 'day', 'seat', 'remarks'].map((name) => [name, field(name).value])
    return { ...Object.fromEntries(texts), quiet: field('quiet').checked }
  }

  submit(event) {
    event.preventDefault()
    const sent = new FormData(event.target)
    receive({
      bags: '1',
      day: '',
      seat: '',
      name: '',
      ...Object.fromEntries(sent),
      quiet: sent.get('quiet') === 'on',
    })
  }
}

customElements.define('lit-field', LitField)
customElements.define('lit-choice', LitChoice)
customElements.define('lit-check', LitCheck)
customElements.define('lit-form', LitForm)
const form = document.createElement('lit-form')
document.getElementById('root').append(form)
await form.updateComplete
markReady()
