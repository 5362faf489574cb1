import { useState } from 'react'
import { createRoot } from 'react-dom/client'
import { createEditor, Node } from 'slate'
import { withHistory } from 'slate-history'
import { Editable, Slate, withReact } from 'slate-react'
import { exposeState, markReady, receive } from '../truth.js'

const draft = [{ type: 'paragraph', children: [{ text: 'Dear all' }] }]

function Letter() {
  const [editor] = useState(() => withHistory(withReact(createEditor())))
  const read = () => ({ letter: editor.children.map((block) => Node.string(block)).join('\n') })
  exposeState(read)
  const submit = (event) => {
    event.preventDefault()
    receive(read())
  }
  return (
    <form aria-label="Letter" onSubmit={submit}>
      <h1>Letter</h1>
      <Slate editor={editor} initialValue={draft}>
        <Editable aria-label="Letter text" />
      </Slate>
      <button type="submit">Send letter</button>
      <output />
    </form>
  )
}

createRoot(document.getElementById('root')).render(<Letter />)
markReady()
