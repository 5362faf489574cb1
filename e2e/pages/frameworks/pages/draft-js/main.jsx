import 'draft-js/dist/Draft.css'
import { ContentState, Editor, EditorState } from 'draft-js'
import { useState } from 'react'
import { createRoot } from 'react-dom/client'
import { exposeState, markReady, receive } from '../truth.js'

function Comment() {
  const [editorState, setEditorState] = useState(() =>
    EditorState.createWithContent(ContentState.createFromText('First thought')),
  )
  const read = () => ({ comment: editorState.getCurrentContent().getPlainText('\n') })
  exposeState(read)
  const submit = (event) => {
    event.preventDefault()
    receive(read())
  }
  return (
    <form aria-label="Comment" onSubmit={submit}>
      <h1>Comment</h1>
      <Editor ariaLabel="Comment text" editorState={editorState} onChange={setEditorState} />
      <button type="submit">Post comment</button>
      <output />
    </form>
  )
}

createRoot(document.getElementById('root')).render(<Comment />)
markReady()
