// @ts-check
import { prepare } from './prepare.mjs'

/** Shows Countersign at work: `npm start`, or `npm start -- --headless` to watch it drive itself. */
try {
  const browser = prepare()
  const { runDemo } = await import('./demo/run-demo.mjs')
  await runDemo({
    browserPath: browser.path,
    isHeadless: process.argv.includes('--headless') || !hasDisplay(),
  })
} catch (error) {
  console.error(`\n${error instanceof Error ? error.message : String(error)}`)
  process.exitCode = 1
}

function hasDisplay() {
  if (process.platform !== 'linux') return true
  return Boolean(process.env.DISPLAY || process.env.WAYLAND_DISPLAY)
}
