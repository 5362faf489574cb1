import { crx, type CrxPlugin } from '@crxjs/vite-plugin'
import { chmod } from 'node:fs/promises'
import { defineConfig, type Plugin, type UserConfig } from 'vite'
import manifest from './manifest.json' with { type: 'json' }

/** Scripts that the worker injects need no web-accessible resources, and any page could find the extension by them. */
const withoutWebAccessibleResources: CrxPlugin = {
  name: 'without-web-accessible-resources',
  enforce: 'post',
  renderCrxManifest(built) {
    delete built.web_accessible_resources
    return built
  },
}

const extension = (mode: string): UserConfig => ({
  plugins: [crx({ manifest }), withoutWebAccessibleResources],
  define: { __DEV__: JSON.stringify(mode === 'development') },
  build: {
    outDir: 'dist',
    emptyOutDir: true,
    target: 'chrome148',
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

export default defineConfig(({ mode }) => (mode === 'companion' ? companion : extension(mode)))
