import { createElement, useEffect, useState } from 'react'
import { createRoot } from 'react-dom/client'
import { drawn, registerTool, startPage } from './tools.js'

const useTool = (name, description, execute) =>
  useEffect(() => registerTool(name, description, execute), [description])

function Counter() {
  const [count, setCount] = useState(0)
  useTool('increment', `Adds one to ${count}`, async () => {
    setCount(count + 1)
    await drawn(String(count + 1))
    return { count: count + 1 }
  })
  useTool('close', 'Closes the counter', async () => {
    await globalThis.closeComponent()
    return 'closed'
  })
  return createElement('output', { id: 'count' }, count)
}

startPage((element) => {
  const root = createRoot(element)
  root.render(createElement(Counter))
  return () => root.unmount()
})
