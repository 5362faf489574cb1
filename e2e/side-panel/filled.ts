import type { Page } from '@playwright/test'
import { buildHistoryFiller } from '../../bench/history-filler.mjs'
import type { HistoryEntry } from '../../src/store/history.ts'
import { test as base } from '../fixtures/countersign.ts'
import { expect, openPanel } from './panel.ts'

export const filledCount = 4_000

type Filler = {
  fillHistory(count: number, newestAt: number): Promise<void>
  fillCalls(entries: HistoryEntry[]): Promise<void>
  startCall(n: number): Promise<string>
  endCall(n: number): Promise<void>
}

/** The side panel over a history of many calls, and a way to write more of them. */
export const test = base.extend<{ panel: Page }, { filler: string }>({
  filler: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright reads from the pattern what the fixture needs
    async ({}, use) => {
      await use(await buildHistoryFiller())
    },
    { scope: 'worker' },
  ],
  panel: async ({ countersign, filler }, use) => {
    const panel = await openPanel(countersign)
    await panel.evaluate(filler)
    await panel.evaluate(
      (count) => (globalThis as unknown as Filler).fillHistory(count, Date.now() - 60_000),
      filledCount,
    )
    await expect(panel.locator('.history-body')).toHaveAttribute('aria-busy', 'false')
    await panel.locator('button.call').first().waitFor()
    await use(panel)
  },
})

/** A call begins, as the worker records it. */
export const startCall = (panel: Page, n: number): Promise<string> =>
  panel.evaluate((number) => (globalThis as unknown as Filler).startCall(number), n)

export const endCall = (panel: Page, n: number): Promise<void> =>
  panel.evaluate((number) => (globalThis as unknown as Filler).endCall(number), n)

/** Calls later than all others, oldest first. */
export const fillCalls = (panel: Page, calls: HistoryEntry[]): Promise<void> =>
  panel.evaluate((entries) => (globalThis as unknown as Filler).fillCalls(entries), calls)

/** A call of an agent that is done, now, with what is to be different. */
export const callOf = (changes: Partial<HistoryEntry>): HistoryEntry => ({
  callId: '99999999-9999-4999-8999-999999999999',
  startedAt: Date.now(),
  caller: 'mcp',
  agentId: 'agent-1',
  agentName: 'Claude Code',
  origin: 'https://odd.example',
  topOrigin: 'https://odd.example',
  tool: 'booking.fill',
  state: 'settled',
  status: 'ok',
  documentId: 'D',
  tabId: 1,
  ...changes,
})
