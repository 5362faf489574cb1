import { resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { build, type PluginOption } from 'vite'

const pages = resolve('e2e/pages/frameworks')

/** Packages of frameworks are where the form pages have theirs. */
const fromFrameworkPages = {
  name: 'from-framework-pages',
  enforce: 'pre' as const,
  async resolveId(
    this: { resolve: (...args: unknown[]) => Promise<unknown> },
    id: string,
    importer?: string,
  ) {
    const isPackage = /^[@a-z]/.test(id) && importer?.includes('/e2e/webmcp/') === true
    return isPackage ? this.resolve(id, resolve(pages, 'pages/truth.js'), { skipSelf: true }) : null
  },
}

async function sveltePlugin(): Promise<PluginOption> {
  const entry = pathToFileURL(resolve(pages, 'node_modules/@sveltejs/vite-plugin-svelte/src/index.js')).href
  const { svelte } = (await import(entry)) as { svelte: (options: object) => PluginOption }
  return svelte({ configFile: false })
}

/** A page's module, built of the framework's current release. */
export async function bundleFramework(framework: string): Promise<string> {
  const plugins = framework === 'svelte' ? [await sveltePlugin()] : []
  const output = await build({
    configFile: false,
    logLevel: 'error',
    define: { 'process.env.NODE_ENV': '"production"' },
    plugins: [fromFrameworkPages as PluginOption, ...plugins],
    build: {
      write: false,
      minify: false,
      target: 'chrome148',
      lib: { entry: resolve(`e2e/webmcp/frameworks/${framework}.js`), formats: ['es'] },
    },
  })
  const [first] = Array.isArray(output) ? output : [output]
  if (!first || !('output' in first)) throw new Error(`${framework} was not bundled`)
  return first.output[0].code
}
