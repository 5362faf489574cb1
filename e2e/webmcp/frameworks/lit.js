import { html, LitElement } from 'lit'
import { drawn, registerTool, startPage } from './tools.js'

class Counter extends LitElement {
  static properties = { count: { type: Number } }
  #unregister = []

  constructor() {
    super()
    this.count = 0
  }
  createRenderRoot() {
    return this
  }
  updated() {
    this.#removeTools()
    const { count } = this
    this.#unregister = [
      registerTool('increment', `Adds one to ${count}`, async () => {
        this.count = count + 1
        await drawn(String(count + 1))
        return { count: count + 1 }
      }),
      registerTool('close', 'Closes the counter', async () => {
        await globalThis.closeComponent()
        return 'closed'
      }),
    ]
  }
  disconnectedCallback() {
    super.disconnectedCallback()
    this.#removeTools()
  }
  #removeTools() {
    for (const unregister of this.#unregister) unregister()
  }
  render() {
    return html`<output id="count">${this.count}</output>`
  }
}
customElements.define('x-counter', Counter)

startPage((element) => {
  const counter = element.appendChild(document.createElement('x-counter'))
  return () => counter.remove()
})
