import { Editor } from '@tiptap/core'
import { StarterKit } from '@tiptap/starter-kit'
import { exposeState, markReady, receive } from '../truth.js'

document.getElementById('root').innerHTML = `
  <form aria-label="Article">
    <h1>Article</h1>
    <label>Headline <input name="headline" /></label>
    <div id="body"></div>
    <button type="submit">Publish</button>
    <output></output>
  </form>`

const editor = new Editor({
  element: document.getElementById('body'),
  extensions: [StarterKit],
  content: '<p>First draft</p>',
  editorProps: { attributes: { 'aria-label': 'Body', role: 'textbox', 'aria-multiline': 'true' } },
})
const headline = document.querySelector('[name=headline]')
const read = () => ({ headline: headline.value, body: editor.getText({ blockSeparator: '\n' }) })
exposeState(read)
document.querySelector('form').addEventListener('submit', (event) => {
  event.preventDefault()
  receive(read())
})
markReady()
