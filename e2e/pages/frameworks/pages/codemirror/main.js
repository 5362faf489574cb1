import { EditorView, basicSetup } from 'codemirror'
import { exposeState, markReady, receive } from '../truth.js'

document.getElementById('root').innerHTML = `
  <form aria-label="Snippet">
    <h1>Snippet</h1>
    <label>Title <input name="title" /></label>
    <div id="code"></div>
    <button type="submit">Save snippet</button>
    <output></output>
  </form>`

const view = new EditorView({
  doc: 'let a = 1',
  extensions: [basicSetup, EditorView.contentAttributes.of({ 'aria-label': 'Code' })],
  parent: document.getElementById('code'),
})
const title = document.querySelector('[name=title]')
const read = () => ({ title: title.value, code: view.state.doc.toString() })
exposeState(read)
document.querySelector('form').addEventListener('submit', (event) => {
  event.preventDefault()
  receive(read())
})
markReady()
