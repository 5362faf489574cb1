import 'quill/dist/quill.snow.css'
import Quill from 'quill'
import { exposeState, markReady, receive } from '../truth.js'

document.getElementById('root').innerHTML = `
  <form aria-label="Review">
    <h1>Review</h1>
    <label>Subject <input name="subject" /></label>
    <div id="text"><p>Old words</p></div>
    <button type="submit">Post review</button>
    <output></output>
  </form>`

const quill = new Quill('#text', { theme: 'snow', modules: { toolbar: false } })
quill.root.setAttribute('aria-label', 'Review text')
quill.root.setAttribute('role', 'textbox')
quill.root.setAttribute('aria-multiline', 'true')
const subject = document.querySelector('[name=subject]')
const read = () => ({ subject: subject.value, text: quill.getText().replace(/\n$/, '') })
exposeState(read)
document.querySelector('form').addEventListener('submit', (event) => {
  event.preventDefault()
  receive(read())
})
markReady()
