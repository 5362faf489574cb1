import { defineConfig } from '@playwright/test'

export default defineConfig({
  testDir: 'e2e',
  testMatch: '**/*.spec.ts',
  fullyParallel: true,
  forbidOnly: true,
  workers: 2,
  retries: 0,
  timeout: 120_000,
  expect: { timeout: 20_000 },
  reporter: [['list']],
  projects: [
    // What a person and an agent do from end to end; `npm test` runs it.
    { name: 'main', testIgnore: ['popup/**', 'side-panel/**', 'forms/**'] },
    // Every state of the extension's pages, and the pages built from libraries; `npm run e2e` runs both.
    { name: 'wide', testMatch: ['popup/**/*.spec.ts', 'side-panel/**/*.spec.ts', 'forms/**/*.spec.ts'] },
  ],
})
