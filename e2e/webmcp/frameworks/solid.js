import { createRenderEffect, createSignal, onCleanup } from 'solid-js'
import { insert, render } from 'solid-js/web'
import { drawn, registerTool, startPage } from './tools.js'

const useTool = (name, describe, execute) =>
  createRenderEffect(() => onCleanup(registerTool(name, describe(), execute)))

function Counter() {
  const [count, setCount] = createSignal(0)
  useTool(
    'increment',
    () => `Adds one to ${count()}`,
    async () => {
      setCount(count() + 1)
      await drawn(String(count()))
      return { count: count() }
    },
  )
  useTool(
    'close',
    () => 'Closes the counter',
    async () => {
      await globalThis.closeComponent()
      return 'closed'
    },
  )
  const output = document.createElement('output')
  output.id = 'count'
  insert(output, count)
  return output
}

startPage((element) => render(Counter, element))
