/* oxlint-disable unicorn/consistent-function-scoping -- What runs in the page stands on its own. */
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { apis, expect, test } from './webmcp-page.ts'

const builtPath = join(process.env.COUNTERSIGN_EXTENSION ?? 'dist', 'src/page/main.js')
const maxBytes = 8_192

/** With these a page's clock counts in steps of 5 µs. */
const exactClock = {
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-embedder-policy': 'require-corp',
}
const rounds = 41

test('the page script is small', async () => {
  expect((await readFile(builtPath)).byteLength).toBeLessThanOrEqual(maxBytes)
})

for (const api of apis) {
  test(`${api}: the page script costs a frame next to nothing`, async ({ open }) => {
    const source = await readFile(builtPath, 'utf8')
    const { page } = await open(api, { headers: exactClock, hasPageScript: false, hasContent: false })
    const { script, frame } = await page.evaluate(
      async ([code, count]) => {
        const runs: { script: number[]; frame: number[] } = { script: [], frame: [] }
        for (let round = 0; round < count; round++) {
          const startedAt = performance.now()
          const frame = document.body.appendChild(document.createElement('iframe'))
          const world = frame.contentWindow as Window & typeof globalThis
          world.eval('document.body.append("text")')
          const madeAt = performance.now()
          world.eval(code)
          runs.script.push(performance.now() - madeAt)
          runs.frame.push(madeAt - startedAt)
          frame.remove()
          await new Promise((done) => setTimeout(done))
        }
        const median = (list: number[]) => list.sort((a, b) => a - b)[list.length >> 1] ?? Infinity
        return { script: median(runs.script), frame: median(runs.frame) }
      },
      [source, rounds] as const,
    )
    console.log(`${api}: page script ${script.toFixed(3)} ms, an empty frame ${frame.toFixed(3)} ms`)
    // How fast this machine is just now is seen by what an empty frame costs it.
    expect(script).toBeLessThan(Math.max(0.5, frame / 4))
  })
}
