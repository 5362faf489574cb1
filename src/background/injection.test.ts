import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { fakeBrowser } from '@webext-core/fake-browser'

vi.mock('webextension-polyfill', () => ({ default: fakeBrowser }))
vi.mock('../content/main.iife.ts?script&iife', () => ({ default: 'content.js' }))
vi.mock('../page/main.iife.ts?script&iife', () => ({ default: 'page.js' }))
const { injectContentScript } = await import('./injection.ts')

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

const stubInjection = (executeScript: () => Promise<unknown>): unknown =>
  vi.stubGlobal('chrome', { scripting: { executeScript } })

it('waits for a page that takes the script, and not for one that is too busy', async () => {
  stubInjection(async () => [])
  expect(await injectContentScript(1, ['D1'])).toBe(true)
  stubInjection(() => new Promise(() => {}))
  const injected = injectContentScript(1, ['D1'])
  await vi.advanceTimersByTimeAsync(2_000)
  expect(await injected).toBe(false)
})
