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
    // What a person and an agent do from end to end, and every state of the extension's pages; `npm test` runs it.
    { name: 'main', testIgnore: ['forms/**'] },
    // The pages built from libraries; `npm run e2e` runs both.
    { name: 'wide', testMatch: ['forms/**/*.spec.ts'] },
  ],
})
