import { crx, type CrxPlugin } from '@crxjs/vite-plugin'
import { defineConfig, type UserConfig } from 'vite'
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

/** One runnable file with everything in it but Node itself. */
const companion: UserConfig = {
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
