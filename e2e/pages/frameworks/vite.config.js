import { readdirSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { svelte } from '@sveltejs/vite-plugin-svelte'
import vue from '@vitejs/plugin-vue'
import { defineConfig } from 'vite'
import solid from 'vite-plugin-solid'

const root = fileURLToPath(new URL('pages', import.meta.url))
const pages = readdirSync(root, { withFileTypes: true })
  .filter((entry) => entry.isDirectory())
  .map(({ name }) => [name, `${root}/${name}/index.html`])

/** Draft.js ended before React 19 took away what it stands on, so its page alone gets React 18. */
const reactOfDraft = {
  name: 'react-of-draft',
  enforce: 'pre',
  resolveId(id, importer) {
    const isReact = /^react(-dom)?(\/|$)/.test(id)
    const isDraft = /\/(draft-js|react-dom-18|react-18)\//.test(importer ?? '')
    const id18 = id.replace(/^react(-dom)?/, '$&-18')
    return isReact && isDraft ? this.resolve(id18, importer, { skipSelf: true }) : null
  },
}

export default defineConfig({
  root,
  base: './',
  logLevel: 'error',
  define: { global: 'globalThis' },
  plugins: [reactOfDraft, vue(), svelte(), solid({ include: '**/pages/solid/**' })],
  build: {
    outDir: '../dist',
    emptyOutDir: true,
    target: 'chrome148',
    minify: false,
    reportCompressedSize: false,
    modulePreload: false,
    chunkSizeWarningLimit: 10_000,
    rolldownOptions: { input: Object.fromEntries(pages) },
  },
})
