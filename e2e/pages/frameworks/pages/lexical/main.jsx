import { LexicalComposer } from '@lexical/react/LexicalComposer'
import { ContentEditable } from '@lexical/react/LexicalContentEditable'
import { LexicalErrorBoundary } from '@lexical/react/LexicalErrorBoundary'
import { HistoryPlugin } from '@lexical/react/LexicalHistoryPlugin'
import { OnChangePlugin } from '@lexical/react/LexicalOnChangePlugin'
import { PlainTextPlugin } from '@lexical/react/LexicalPlainTextPlugin'
import { RichTextPlugin } from '@lexical/react/LexicalRichTextPlugin'
import { $createParagraphNode, $createTextNode, $getRoot } from 'lexical'
import { createRoot } from 'react-dom/client'
import { exposeState, markReady, receive } from '../truth.js'

const texts = { message: 'Hello', note: '' }
exposeState(() => texts)

/** The text of an editor's own model, one line for each paragraph. */
const readModel = (editorState) =>
  editorState.read(() =>
    $getRoot()
      .getChildren()
      .map((child) => child.getTextContent())
      .join('\n'),
  )

const startWith = (text) => () => {
  $getRoot().append($createParagraphNode().append($createTextNode(text)))
}

const submit = (event) => {
  event.preventDefault()
  receive(texts)
}

function Message() {
  const rich = {
    namespace: 'message',
    editorState: startWith('Hello'),
    onError: (error) => {
      throw error
    },
  }
  const plain = { ...rich, namespace: 'note', editorState: null }
  return (
    <form aria-label="Message" onSubmit={submit}>
      <h1>Message</h1>
      <LexicalComposer initialConfig={rich}>
        <RichTextPlugin
          contentEditable={<ContentEditable aria-label="Message text" />}
          ErrorBoundary={LexicalErrorBoundary}
        />
        <HistoryPlugin />
        <OnChangePlugin onChange={(state) => (texts.message = readModel(state))} />
      </LexicalComposer>
      <LexicalComposer initialConfig={plain}>
        <PlainTextPlugin
          contentEditable={<ContentEditable aria-label="Private note" />}
          ErrorBoundary={LexicalErrorBoundary}
        />
        <OnChangePlugin onChange={(state) => (texts.note = readModel(state))} />
      </LexicalComposer>
      <button type="submit">Send message</button>
      <output />
    </form>
  )
}

createRoot(document.getElementById('root')).render(<Message />)
markReady()
