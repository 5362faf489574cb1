import { mount, unmount } from 'svelte'
import Counter from './Counter.svelte'
import { startPage } from './tools.js'

startPage((target) => {
  const counter = mount(Counter, { target })
  return () => void unmount(counter)
})
