// @ts-check
import { build } from 'vite'
import { root } from '../scripts/prepare.mjs'

/** `history-fill.ts` as one script, to be run in a page of the extension. @returns {Promise<string>} */
export async function buildHistoryFiller() {
  const built = await build({
    configFile: false,
    root,
    publicDir: false,
    logLevel: 'error',
    define: { __DEV__: 'false' },
    build: {
      write: false,
      target: 'chrome148',
      lib: { entry: 'bench/history-fill.ts', formats: ['iife'], name: 'historyFill' },
    },
  })
  const [first] = Array.isArray(built) ? built : [built]
  const chunk = first && 'output' in first ? first.output[0] : undefined
  if (!chunk) throw new Error('The filler was not built')
  return chunk.code
}
