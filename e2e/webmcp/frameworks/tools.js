/**
 * What each page does in its framework's own way: tools that follow a component's state. `increment` changes the state
 * while it runs, so that it is replaced by its next version before it answers; `close` unmounts the component, and so
 * removes itself while it runs; `open`, which is the page's own, mounts it again.
 */
export function registerTool(name, description, execute) {
  const controller = new AbortController()
  document.modelContext
    .registerTool({ name, description, execute }, { signal: controller.signal })
    .catch((error) => {
      if (error?.name !== 'AbortError') throw error
    })
  return () => controller.abort()
}

/** Resolves when the framework has drawn what was changed. */
export const drawn = (text) =>
  new Promise((resolve) => {
    const look = () => {
      if (document.querySelector('#count')?.textContent === text) resolve()
      else requestAnimationFrame(look)
    }
    look()
  })

export const gone = () =>
  new Promise((resolve) => {
    const look = () => (document.querySelector('#count') ? requestAnimationFrame(look) : resolve())
    look()
  })

/** `mount(root)` shows the component and returns what removes it. */
export function startPage(mount) {
  const root = document.body.appendChild(document.createElement('main'))
  let unmount
  globalThis.closeComponent = async () => {
    unmount()
    await gone()
  }
  const open = async () => {
    unmount = mount(root)
    await drawn('0')
  }
  registerTool('open', 'Opens the counter', async () => {
    await open()
    return 'opened'
  })
}
