import { createApp, h, ref, watchEffect } from 'vue'
import { drawn, registerTool, startPage } from './tools.js'

const useTool = (name, describe, execute) =>
  watchEffect((onCleanup) => onCleanup(registerTool(name, describe(), execute)))

const Counter = {
  setup() {
    const count = ref(0)
    useTool(
      'increment',
      () => `Adds one to ${count.value}`,
      async () => {
        count.value++
        await drawn(String(count.value))
        return { count: count.value }
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
    return () => h('output', { id: 'count' }, count.value)
  },
}

startPage((element) => {
  const app = createApp(Counter)
  app.mount(element)
  return () => app.unmount()
})
