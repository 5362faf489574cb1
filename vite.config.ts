import { crx } from '@crxjs/vite-plugin'
import { chmod } from 'node:fs/promises'
import { relative } from 'node:path'
import { build, defineConfig, type Plugin, type UserConfig } from 'vite'
import manifest from './manifest.json' with { type: 'json' }

const asked = /\.iife\.ts\?script&iife$/
const prefix = '\0injected:'

/** What the polyfill hands on in every browser that the manifest admits; in a page each frame would pay for all of it. */
const nativeBrowser: Plugin = {
  name: 'native-browser',
  enforce: 'pre',
  resolveId: (source) => (source === 'webextension-polyfill' ? 'virtual:native-browser.js' : undefined),
  load: (id) =>
    id.startsWith('virtual:native-browser.js') ? 'export default globalThis.browser' : undefined,
}

/**
 * Every page has each of its modules for itself. What two pages share would be a file of its own, and a page waits some
 * milliseconds for every file of the extension.
 */
const ownModules: Plugin = {
  name: 'own-modules',
  apply: 'build',
  enforce: 'pre',
  async resolveId(source, importer, options) {
    const page = importer && /\/(\w[\w-]*)\/index\.html$|\?of=([\w-]+)$/.exec(importer)
    if (!page) return undefined
    const resolved = await this.resolve(source, importer, { ...options, skipSelf: true })
    if (!resolved || resolved.external || !/^[^\0].*\.(?:[cm]?js|tsx?|css)$/.test(resolved.id))
      return resolved
    return { ...resolved, id: `${resolved.id}?of=${page[1] ?? page[2]}` }
  },
}

/** A style sheet in its page rather than beside it: nothing is drawn before it is there, and each file takes its time. */
const inlineStyles: Plugin = {
  name: 'inline-styles',
  apply: 'build',
  enforce: 'post',
  generateBundle(_options, bundle) {
    for (const page of Object.values(bundle)) {
      if (page.type !== 'asset' || !page.fileName.endsWith('.html')) continue
      page.source = String(page.source).replaceAll(
        /<link rel="stylesheet"[^>]* href="\/([^"]+)">/g,
        (_link, name: string) => {
          const style = bundle[name]
          if (style?.type !== 'asset') throw new Error(`No style sheet ${name}`)
          return `<style>${String(style.source)}</style>`
        },
      )
    }
    for (const name of Object.keys(bundle)) if (name.endsWith('.css')) delete bundle[name]
  },
}

/** Minified, in one file, with nothing of it global. */
async function bundleScript(entry: string, { define, target }: BundleOptions): Promise<string> {
  const built = await build({
    configFile: false,
    publicDir: false,
    logLevel: 'error',
    plugins: [nativeBrowser],
    define,
    build: { write: false, target, lib: { entry, formats: ['iife'], name: 'injected' } },
  })
  const [first] = Array.isArray(built) ? built : [built]
  const chunk = first && 'output' in first ? first.output[0] : undefined
  if (!chunk) throw new Error(`${entry} was not built`)
  return chunk.code
}
type BundleOptions = { define: Record<string, string>; target: string }

/**
 * `import file from './x.iife.ts?script&iife'`: the path, in the extension, of a script that the worker injects. The crx
 * plugin would leave a second copy of each, and list them as web-accessible, by which any page could find the extension.
 */
const injectedScripts = (options: BundleOptions): Plugin => ({
  name: 'injected-scripts',
  apply: 'build',
  enforce: 'pre',
  async resolveId(source, importer) {
    if (!asked.test(source)) return undefined
    const resolved = await this.resolve(source.split('?')[0] ?? '', importer)
    return resolved && prefix + resolved.id
  },
  async load(id) {
    if (!id.startsWith(prefix)) return undefined
    const entry = id.slice(prefix.length)
    const fileName = relative(import.meta.dirname, entry)
      .replaceAll('\\', '/')
      .replace(/\.iife\.ts$/, '.js')
    this.emitFile({ type: 'asset', fileName, source: await bundleScript(entry, options) })
    return `export default ${JSON.stringify(`/${fileName}`)}`
  },
})

const target = 'chrome148'

const extension = (define: Record<string, string>): UserConfig => ({
  plugins: [ownModules, nativeBrowser, inlineStyles, injectedScripts({ define, target }), crx({ manifest })],
  define,
  build: {
    outDir: 'dist',
    emptyOutDir: true,
    target,
    // Each page has one module to begin with.
    modulePreload: false,
    rolldownOptions: { input: { welcome: 'src/welcome/index.html' } },
  },
})

/** The companion is started by its path. */
const executable: Plugin = {
  name: 'executable',
  async writeBundle({ dir }) {
    if (dir !== undefined) await chmod(`${dir}/countersign.js`, 0o755)
  },
}

/** One runnable file with everything in it but Node itself. */
const companion: UserConfig = {
  plugins: [executable],
  publicDir: false,
  ssr: { noExternal: true },
  define: { __DEV__: 'false' },
  build: {
    outDir: 'dist-companion',
    emptyOutDir: true,
    target: 'node20',
    ssr: 'src/companion/main.ts',
    rolldownOptions: {
      output: { entryFileNames: 'countersign.js', codeSplitting: false, banner: '#!/usr/bin/env node' },
    },
  },
}

export default defineConfig(({ mode }) =>
  mode === 'companion' ? companion : extension({ __DEV__: JSON.stringify(mode === 'development') }),
)
