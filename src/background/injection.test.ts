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

type Injection = { target: { documentIds: string[] } }
const stubInjection = (executeScript: (injection: Injection) => Promise<unknown>): unknown =>
  vi.stubGlobal('chrome', { scripting: { executeScript } })

it('waits for a page that takes the script, and not for one that is too busy', async () => {
  stubInjection(async () => [])
  await injectContentScript(1, ['D1'])
  stubInjection(() => new Promise(() => {}))
  const isOver = vi.fn()
  const injected = injectContentScript(1, ['D1']).then(isOver)
  await vi.advanceTimersByTimeAsync(1_999)
  expect(isOver).not.toHaveBeenCalled()
  await vi.advanceTimersByTimeAsync(1)
  await injected
})

it('a frame that is gone keeps the script from no other', async () => {
  const reached: string[] = []
  stubInjection(async ({ target: { documentIds } }) => {
    if (documentIds.includes('gone')) throw new Error('No document with id gone')
    reached.push(...documentIds)
  })
  await injectContentScript(1, ['D1', 'gone', 'D2'])
  expect(reached).toEqual(['D1', 'D2'])
})
